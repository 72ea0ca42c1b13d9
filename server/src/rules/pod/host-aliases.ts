import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

const NOT_WRITTEN = 'The entries are not written to a hosts file.';

export default {
  id: 'pod/host-aliases',
  code: 'KW1099',
  title: 'hostAliases on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.hostAliases'],
    check(field, { pod, settings, report }) {
      if (field.items().length === 0) return;
      const onHost = hostProcess(pod, settings.kubernetesVersion).extent === 'all';
      report({
        at: field.span,
        ...(onHost ? { case: 'all containers are HostProcess containers' } : {}),
        message: onHost
          ? message('`hostAliases` {effect}: HostProcess containers use the hosts file of the node.')
          : message('`hostAliases` {effect}: Docker on Windows cannot mount a single file.'),
        fixes: [removal(field)],
      });
    },
  },
  removesField: true,
  outcomes: [
    { effect: 'ignored', case: 'all containers are HostProcess containers', result: NOT_WRITTEN },
    { effect: 'ignored', runtime: 'docker', result: NOT_WRITTEN },
  ],
  why: `The kubelet writes \`hostAliases\` to a hosts file and mounts it into each container. Docker can mount only
folders, and HostProcess containers use the hosts file of the node. Add the names to DNS instead, or to the hosts file
of the image or the node.

On Windows, this works with containerd.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go shouldMountHostsFile')],
} satisfies Rule;
