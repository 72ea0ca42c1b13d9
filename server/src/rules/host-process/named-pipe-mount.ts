import { message, type Rule } from '../../lint/rule.ts';
import { removeVolume } from '../../rule-kit/remove-volume.ts';
import { docs } from '../../rule-kit/sources.ts';
import { mountsByVolume } from '../../rule-kit/whole-pod.ts';
import { t } from '../../text/localize.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/named-pipe-mount',
  code: 'KW1052',
  title: 'Named pipe or socket mounted into a HostProcess container',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    check(field, { pod, settings, once, report }) {
      const name = field.parent?.parent?.get('name')?.string;
      const endpoint = field.parent && hostEndpoint(field.parent);
      // Docker does not run HostProcess containers at all, which another rule reports.
      if (name === undefined || endpoint === undefined || settings.containerRuntime === 'docker') return;
      const mounts = once(pod.spec, mountsByVolume).get(name) ?? [];
      const isMounted = mounts.some((mount) => isInHostProcess(pod, settings.kubernetesVersion, mount));
      if (!isMounted) return;
      report({
        at: field.valueSpan,
        message: message(
          'Volume `{0}` {effect}: mounting a {1} into a HostProcess container is not supported.',
          name,
          t(endpoint),
        ),
        fixes: () => [removeVolume(pod, name)],
      });
    },
  },
  outcomes: [{ effect: 'fails', since: '1.22', doubtful: true }],
  why: `HostProcess containers see the named pipes and files of the node directly. Mounting a named pipe such as
\`\\\\.\\pipe\\containerd-containerd\` or a socket is not supported. Remove the volume, and open the pipe or socket by
its path on the node.`,
  sources: [docs.hostProcess],
} satisfies Rule;
