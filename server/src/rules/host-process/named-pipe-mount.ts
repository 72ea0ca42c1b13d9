import { removeVolume } from '../../lint/remove-volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { mountsByVolume } from '../../lint/whole-pod.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/named-pipe-mount',
  title: 'Named pipe or socket mounted into a HostProcess container',
  gate: 'any',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    *check(field, { pod, settings, once }) {
      const name = field.parent?.parent?.get('name')?.string;
      const endpoint = field.parent && hostEndpoint(field.parent);
      // With Docker no HostProcess container starts at all, which another rule says.
      if (name === undefined || endpoint === undefined || settings.containerRuntime === 'docker') return;
      const mounts = once(pod.spec, mountsByVolume).get(name) ?? [];
      const isMounted = mounts.some((mount) => isInHostProcess(pod, settings.kubernetesVersion, mount));
      if (!isMounted) return;
      yield {
        at: field.valueSpan,
        message: message('Volume `{0}` mounts a {1} of the node into a HostProcess container.', name, endpoint),
        fixes: () => [removeVolume(pod, name)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.22',
      doubtful: true,
      result: 'Such mounts are not supported, and the container may not be created.',
    },
  ],
  why: `A HostProcess container sees the pipes and files of its node as they are. It opens a pipe such as
\`\\\\.\\pipe\\containerd-containerd\` or a socket by its own path, without a volume; mounting them is not supported.`,
  sources: [docs.hostProcess],
} satisfies Rule;
