import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'container/resize-policy',
  code: 'KW1018',
  title: 'resizePolicy on a Windows container',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resizePolicy', 'spec.initContainers[*].resizePolicy'],
    check(field, { report }) {
      if (field.items().length === 0) return;
      report({
        at: field.span,
        message: message('`resizePolicy` {effect}: a running Windows pod cannot be resized.'),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [{ effect: 'advice', since: '1.27' }],
  why: `\`resizePolicy\` specifies whether a container restarts when its CPU or memory is changed in the running pod.
For Windows pods, the API server rejects this change: \`windows pods cannot be resized\`. To change resources, update
the pod template: a rollout creates new pods.`,
  sources: [docs.resize, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go ValidatePodResize')],
} satisfies Rule;
