import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { declareOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'container/stop-signal-needs-os',
  title: 'lifecycle.stopSignal without spec.os.name',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].lifecycle.stopSignal', 'spec.initContainers[*].lifecycle.stopSignal'],
    *check(field, { pod }) {
      if (isPlaceholder(field.string ?? '') || pod.partial || pod.spec.get('os') !== undefined) return;
      yield {
        at: field.span,
        message: message('`stopSignal` is legal only in a pod with `os.name`, and this pod has none.'),
        fixes: [declareOs(pod, 'windows')],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      since: '1.33',
      result:
        'The API server drops the field without a word, because the feature `ContainerStopSignals` is off by default.',
    },
  ],
  why: `Which stop signals are legal depends on the operating system, so the API server wants to know it: \`stopSignal\` goes
with \`os.name\` only. In clusters with the feature \`ContainerStopSignals\` it refuses the pod and says
\`\`may not be set for containers with empty \`spec.os.name\` \`\`; elsewhere it drops the field. Mind that a pod with
\`os.name: windows\` may have no fields of Linux.`,
  sources: [docs.podLifecycle, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateStopSignal')],
} satisfies Rule;
