import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'container/resize-policy',
  title: 'resizePolicy on a Windows container',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resizePolicy', 'spec.initContainers[*].resizePolicy'],
    *check(field) {
      if (field.items().length === 0) return;
      yield {
        at: field.span,
        message: message('Windows pods cannot be resized while they run, so `resizePolicy` has nothing to say.'),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.27' }],
  why: `\`resizePolicy\` says whether a container restarts when its CPU or memory is changed in the running pod. For Windows
pods the API server refuses that change: \`windows pods cannot be resized\`. Other resources need a new pod, which a rollout
makes anyway.`,
  sources: [docs.resize, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go ValidatePodResize')],
} satisfies Rule;
