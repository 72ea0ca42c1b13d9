import { isWithin } from '../../kubernetes/version.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { EXPANDING_DRIVERS, isLinuxOnlyProvisioner, migratedProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/allow-volume-expansion',
  title: 'Growing volumes on Windows',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['allowVolumeExpansion'],
      *check(field, { object, facts, settings }) {
        const provisioner = object.field.get('provisioner')?.string;
        if (field.boolean !== true || provisioner === undefined) return;
        const migrated = migratedProvisioner(provisioner);
        const driver = migrated && isWithin(settings.kubernetesVersion, migrated.since) ? migrated.driver : provisioner;
        if (EXPANDING_DRIVERS.includes(driver)) return;
        // What cannot be mounted at all has its own rule.
        if (isLinuxOnlyProvisioner(provisioner, settings.linuxOnlyCsiDrivers)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        yield {
          at: field.span,
          message: message(
            'The Windows {0} uses this class, and `{1}` is not known to enlarge file systems on Windows.',
            podTitle(first.pod),
            driver,
          ),
          related: relatedUsers(users),
        };
      },
    },
  ],
  outcomes: [{ effect: 'differs', result: 'A volume may grow without its file system growing along.' }],
  why: `Kubernetes itself enlarges file systems on Linux nodes only. On Windows the CSI driver has to do it: \`disk.csi.azure.com\`,
\`ebs.csi.aws.com\` and \`pd.csi.storage.gke.io\` do, and a share grows on its server. Ask the documentation of your driver before
you count on it.`,
  sources: [docs.windowsStorage, code('kubernetes/mount-utils resizefs_unsupported.go')],
} satisfies Rule;
