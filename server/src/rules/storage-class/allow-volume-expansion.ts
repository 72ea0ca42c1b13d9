import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { EXPANDING_DRIVERS, isLinuxOnlyProvisioner, migratedDriver } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/allow-volume-expansion',
  code: 'KW1195',
  title: 'Volume expansion on Windows',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['allowVolumeExpansion'],
      check(field, { object, facts, settings, report }) {
        const provisioner = object.field.get('provisioner')?.string;
        if (field.boolean !== true || provisioner === undefined) return;
        const driver = migratedDriver(provisioner, settings.kubernetesVersion) ?? provisioner;
        if (EXPANDING_DRIVERS.includes(driver)) return;
        // Another rule covers drivers whose volumes cannot be mounted at all.
        if (isLinuxOnlyProvisioner(provisioner, settings.linuxOnlyCsiDrivers)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        report({
          at: field.span,
          message: message(
            '`allowVolumeExpansion` may not work for Windows {0}: `{1}` is not known to expand file systems on Windows.',
            podTitle(first.pod),
            driver,
          ),
          related: relatedUsers(users),
        });
      },
    },
  ],
  outcomes: [{ effect: 'differs', result: 'The volume may grow, but not its file system.' }],
  why: `Kubernetes itself expands file systems only on Linux nodes; on Windows, the CSI driver has to do it.
\`disk.csi.azure.com\`, \`ebs.csi.aws.com\`, \`pd.csi.storage.gke.io\` and \`csi.vsphere.vmware.com\` do, and a share
grows on its server. For other drivers, check the documentation before you rely on expansion.`,
  sources: [docs.windowsStorage, code('kubernetes/mount-utils resizefs_unsupported.go')],
} satisfies Rule;
