import { inContainers, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volume-mounts/recursive-read-only',
  title: 'recursiveReadOnly on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].recursiveReadOnly'),
    *check(field) {
      const value = field.string;
      if (value !== 'Enabled' && value !== 'IfPossible') return;
      yield {
        at: field.span,
        case: value === 'Enabled' ? 'the value is `Enabled`' : 'the value is `IfPossible`',
        message: message(
          value === 'Enabled'
            ? 'Volume `{0}` asks for a mount that is read-only in all depths, which Windows does not have.'
            : 'On Windows it is never possible to mount volume `{0}` read-only in all depths.',
          field.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is `Enabled`',
      since: '1.31',
      result: 'The kubelet refuses to create the container (CreateContainerConfigError).',
      seen: 'requested recursive read-only mode, but it is not supported by the runtime',
    },
    {
      effect: 'ignored',
      case: 'the value is `Enabled`',
      since: '1.30',
      until: '1.30',
      result: 'In 1.30 the feature is off by default, and the API server drops the field.',
    },
    { effect: 'advice', case: 'the value is `IfPossible`', since: '1.31' },
  ],
  why: `That mounts below a read-only mount are read-only as well is a feature of the Linux kernel and its container runtimes. Windows
has no mounts below mounts in this sense: \`readOnly: true\` alone does there what is meant.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go resolveRecursiveReadOnly')],
} satisfies Rule;
