import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

const UNKNOWN = 'The containers do not know these names.';

export default {
  id: 'pod/host-aliases',
  title: 'hostAliases on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.hostAliases'],
    *check(field, { pod, settings }) {
      if (field.items().length === 0) return;
      const onHost = hostProcess(pod, settings.kubernetesVersion).extent === 'all';
      yield {
        at: field.span,
        ...(onHost ? { case: 'all containers are HostProcess' } : {}),
        message: onHost
          ? message(
              'HostProcess containers use the hosts file of their node, and `hostAliases` is not written into it.',
            )
          : message(
              'Docker on Windows cannot mount a single file, so containers get no hosts file with `hostAliases`.',
            ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    { effect: 'ignored', case: 'all containers are HostProcess', result: UNKNOWN },
    { effect: 'ignored', runtime: 'docker', result: UNKNOWN },
  ],
  why: `The kubelet writes \`hostAliases\` into a hosts file that it mounts into each container. With containerd that works on
Windows as well. Docker mounts folders only, and a HostProcess container has no filesystem of its own to mount the file
into. Put the names into DNS instead, or into the hosts file of the image or the node.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go shouldMountHostsFile')],
} satisfies Rule;
