import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/mount-propagation',
  code: 'KW1206',
  title: 'mountPropagation on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPropagation'),
    check(field, { report }) {
      const mode = field.string;
      if (mode !== 'HostToContainer' && mode !== 'Bidirectional') return;
      report({
        at: field.span,
        ...(mode === 'Bidirectional' ? { case: 'the propagation is `Bidirectional`' } : {}),
        message: message('`mountPropagation: {0}` {effect}: Windows does not support mount propagation.', mode),
        fixes: [removal(field)],
      });
    },
  },
  removesField: true,
  outcomes: [
    {
      effect: 'fails',
      case: 'the propagation is `Bidirectional`',
      since: '1.24',
      certainty: 'declared',
      phrase: 'is rejected with `os.name: windows`',
      result: '`Bidirectional` requires `privileged: true`, which the API server also rejects.',
      seen: 'Bidirectional mount propagation is available only to privileged containers',
    },
    { effect: 'ignored' },
  ],
  why: `The kubelet on a Windows node treats every value as \`None\`. Mounts added on the node later do not appear in
the container, and mounts added in the container do not appear on the node. Remove the field.

\`Bidirectional\` always requires a privileged container, which Windows does not support.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go translateMountPropagation'),
  ],
} satisfies Rule;
