import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { isLinuxOnlyProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/provisioner',
  title: 'StorageClass of a driver for Linux only',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      *check(field, { object, facts, settings }) {
        const provisioner = field.string ?? '';
        if (!isLinuxOnlyProvisioner(provisioner, settings.linuxOnlyCsiDrivers)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        yield {
          at: field.valueSpan,
          message: message(
            'The Windows {0} claims volumes of `{1}`, which is not known to have a node plug-in for Windows.',
            podTitle(first.pod),
            provisioner,
          ),
          related: relatedUsers(users),
        };
      },
    },
  ],
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without one the pod stays in ContainerCreating.' }],
  why: `The volume is made, but only the driver's pod on the node can mount it, and this driver has one for Linux nodes only. Let the
claims of Windows pods name a class of another driver, such as that of the cloud's disks or \`smb.csi.k8s.io\`. The setting
\`kubewin.linuxOnlyCsiDrivers\` names further drivers that have nothing for Windows.`,
  sources: [docs.windowsStorage],
} satisfies Rule;
