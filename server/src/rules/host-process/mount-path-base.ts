import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'host-process/mount-path-base',
  title: 'Mount paths of HostProcess containers with containerd 1.6',
  gate: 'any',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod, settings }) {
      if (!isInHostProcess(pod, settings.kubernetesVersion, field) || !field.string) return;
      yield {
        at: field.valueSpan,
        message: message('A HostProcess container does not find this volume at `{0}`.', field.string),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.22',
      runtime: 'containerd-1.6',
      result: 'Its files are below `%CONTAINER_SANDBOX_MOUNT_POINT%`, followed by this path.',
    },
  ],
  why: `A HostProcess container has no file system of its own. With containerd 1.6 its volumes are put below a folder of
the node, whose name is in the variable \`CONTAINER_SANDBOX_MOUNT_POINT\`: commands and arguments have to begin their paths
with it. From containerd 1.7 on a volume is found at its \`mountPath\`.`,
  sources: [docs.hostProcess],
} satisfies Rule;
