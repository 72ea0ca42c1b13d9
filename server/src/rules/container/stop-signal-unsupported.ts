import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const SIGNALS = ['SIGTERM', 'SIGKILL'];

export default {
  id: 'container/stop-signal-unsupported',
  code: 'KW1020',
  title: 'stopSignal other than SIGTERM or SIGKILL',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].lifecycle.stopSignal', 'spec.initContainers[*].lifecycle.stopSignal'],
    check(field, { report }) {
      const signal = field.string ?? '';
      if (isPlaceholder(signal) || SIGNALS.includes(signal)) return;
      report({
        at: field.valueSpan,
        message: message(
          '`stopSignal: {0}` {effect}: Windows containers support only `SIGTERM` and `SIGKILL`.',
          signal,
        ),
        fixes: [
          {
            title: 'Change `stopSignal` to `SIGTERM`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'SIGTERM' }],
          },
        ],
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      since: '1.33',
      certainty: 'declared',
      result: 'Unless the feature gate `ContainerStopSignals` is on, the API server silently drops the field.',
    },
  ],
  why: `Windows does not have signals: a container is either asked to shut down or terminated. In the API, \`SIGTERM\`
and \`SIGKILL\` represent these two actions, and other values are invalid with \`os.name: windows\`.

If the feature gate \`ContainerStopSignals\` is on, the API server rejects the pod with \`supported values: "SIGKILL",
"SIGTERM"\`. Otherwise, it drops the field, and the container stops as usual.`,
  sources: [
    docs.windowsIntro,
    docs.podLifecycle,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateStopSignal'),
  ],
} satisfies Rule;
