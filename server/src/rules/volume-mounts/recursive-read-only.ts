import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/recursive-read-only',
  code: 'KW1209',
  title: 'recursiveReadOnly on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].recursiveReadOnly'),
    check(field, { report }) {
      const value = field.string;
      if (value !== 'Enabled' && value !== 'IfPossible') return;
      report({
        at: field.span,
        case: value === 'Enabled' ? 'the value is `Enabled`' : 'the value is `IfPossible`',
        message: message(
          '`recursiveReadOnly: {0}` {effect}: Windows does not support recursive read-only mounts.',
          value,
        ),
        fixes: [removal(field)],
      });
    },
  },
  removesField: true,
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is `Enabled`',
      since: '1.31',
      result: 'The kubelet does not create the container (`CreateContainerConfigError`).',
      seen: 'requested recursive read-only mode, but it is not supported by the runtime',
    },
    {
      effect: 'ignored',
      case: 'the value is `Enabled`',
      since: '1.30',
      until: '1.30',
      result: 'In 1.30, the feature is off by default, and the API server drops the field.',
    },
    { effect: 'advice', case: 'the value is `IfPossible`', since: '1.31' },
  ],
  why: `With this field, mounts below a read-only mount are read-only as well. This requires a feature of the Linux
kernel and of the container runtime that does not exist on Windows. Set only \`readOnly: true\`, which makes the volume
read-only on Windows, too.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go resolveRecursiveReadOnly')],
} satisfies Rule;
