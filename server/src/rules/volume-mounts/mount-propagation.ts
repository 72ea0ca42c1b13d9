import { inContainers, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volume-mounts/mount-propagation',
  title: 'mountPropagation on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPropagation'),
    *check(field) {
      const mode = field.string;
      if (mode !== 'HostToContainer' && mode !== 'Bidirectional') return;
      yield {
        at: field.span,
        ...(mode === 'Bidirectional' ? { case: 'the propagation is `Bidirectional`' } : {}),
        message: message(
          'Windows passes no mounts on between a node and its containers, so `mountPropagation: {0}` has nothing to switch on.',
          mode,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the propagation is `Bidirectional`',
      since: '1.24',
      certainty: 'declared',
      result:
        'The API server wants `privileged` beside it and forbids that to a pod that declares Windows, so it accepts no such pod.',
      seen: 'Bidirectional mount propagation is available only to privileged containers',
    },
    { effect: 'ignored' },
  ],
  why: `Kubelets on Windows treat every value as \`None\`: what the node mounts later does not appear in the container, and
nothing that the container mounts appears on the node. \`Bidirectional\` needs a privileged container on every operating
system, and Windows has none.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go translateMountPropagation'),
  ],
} satisfies Rule;
