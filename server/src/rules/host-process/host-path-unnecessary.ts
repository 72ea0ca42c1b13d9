import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hostProcessOf } from '../../lint/whole-pod.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/host-path-unnecessary',
  title: 'hostPath volume in a HostProcess pod',
  gate: 'any',
  pod: {
    watches: ['spec.volumes[*].hostPath'],
    *check(field, { pod, once }) {
      const isFile = field.isMapping && hostEndpoint(field) === undefined;
      if (!isFile || once(pod.spec, hostProcessOf).extent === 'none') return;
      yield {
        at: field.span,
        message: message('HostProcess containers see the file system of the node without this `hostPath` volume.'),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.22' }],
  why: `A HostProcess container is a process of the node, so that \`C:\\etc\\kubernetes\` is there under its own name. A mount
works as well, and may be handy to give a folder another name: containerd 1.7 shows it at its \`mountPath\`, containerd 1.6
below \`%CONTAINER_SANDBOX_MOUNT_POINT%\`. But it is one thing more that Pod Security objects to.`,
  sources: [docs.hostProcess],
} satisfies Rule;
