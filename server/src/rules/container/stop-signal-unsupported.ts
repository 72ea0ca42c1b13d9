import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

const SIGNALS = ['SIGTERM', 'SIGKILL'];

export default {
  id: 'container/stop-signal-unsupported',
  title: 'lifecycle.stopSignal other than SIGTERM or SIGKILL',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].lifecycle.stopSignal', 'spec.initContainers[*].lifecycle.stopSignal'],
    *check(field) {
      const signal = field.string ?? '';
      if (isPlaceholder(signal) || SIGNALS.includes(signal)) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`stopSignal` is `{0}`, but for Windows containers there are only `SIGTERM` and `SIGKILL`.',
          signal,
        ),
        fixes: [
          {
            title: 'Change `stopSignal` to `SIGTERM`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'SIGTERM' }],
          },
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      since: '1.33',
      certainty: 'declared',
      result:
        'The API server drops the field without a word, because the feature `ContainerStopSignals` is off by default.',
    },
  ],
  why: `Windows has no signals: a container is asked to shut down, or ended. In the API \`SIGTERM\` and \`SIGKILL\` stand for
these two, and in a pod that declares \`os.name: windows\` no other is legal. In clusters with the feature
\`ContainerStopSignals\` the API server refuses the pod and says \`supported values: "SIGKILL", "SIGTERM"\`; elsewhere it drops
the field, and the container is stopped as ever.`,
  sources: [
    docs.windowsIntro,
    docs.podLifecycle,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateStopSignal'),
  ],
} satisfies Rule;
