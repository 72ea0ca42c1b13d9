import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { canDeclareWindows } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { declareOs } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'container/stop-signal-needs-os',
  code: 'KW1019',
  title: 'stopSignal without os.name',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].lifecycle.stopSignal', 'spec.initContainers[*].lifecycle.stopSignal'],
    check(field, { pod, report }) {
      if (isPlaceholder(field.string ?? '') || pod.partial || pod.spec.get('os') !== undefined) return;
      report({
        at: field.span,
        message: message('`stopSignal` {effect}: it requires `os.name`, which is not set.'),
        fixes: canDeclareWindows(pod) ? [declareOs(pod, 'windows')] : [],
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      since: '1.33',
      result: 'Unless the feature gate `ContainerStopSignals` is on, the API server silently drops the field.',
    },
  ],
  why: `The valid stop signals depend on the operating system, so \`stopSignal\` requires \`os.name\`. If the feature
gate \`ContainerStopSignals\` is on, the API server rejects the pod with \`\`may not be set for containers with empty
\`spec.os.name\` \`\`. Otherwise, it drops the field.

A pod with \`os.name: windows\` must not contain fields that are specific to Linux.`,
  sources: [docs.podLifecycle, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateStopSignal')],
} satisfies Rule;
