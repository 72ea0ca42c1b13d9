import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { isLinuxOnlyProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/provisioner',
  code: 'KW1200',
  title: 'StorageClass with a Linux-only driver',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      check(field, { object, facts, settings, report }) {
        const provisioner = field.string ?? '';
        if (!isLinuxOnlyProvisioner(provisioner, settings.linuxOnlyCsiDrivers)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        report({
          at: field.valueSpan,
          message: message(
            '`provisioner` may prevent Windows {0} from starting: `{1}` has no known node plug-in for Windows.',
            podTitle(first.pod),
            provisioner,
          ),
          related: relatedUsers(users),
        });
      },
    },
  ],
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without a plug-in, the pod stays in ContainerCreating.' }],
  why: `The volume is provisioned, but only the node plug-in of the driver can mount it, and this driver has one for
Linux only. In the claims of Windows pods, use a class with another driver, such as the disk driver of your cloud or
\`smb.csi.k8s.io\`.

To report further drivers without Windows support, add them to the setting \`kubewin.linuxOnlyCsiDrivers\`.`,
  sources: [
    docs.windowsStorage,
    {
      title: 'kubernetes-sigs/nfs-subdir-external-provisioner#364: work/support for a windows pod?',
      url: 'https://github.com/kubernetes-sigs/nfs-subdir-external-provisioner/issues/364',
    },
  ],
} satisfies Rule;
