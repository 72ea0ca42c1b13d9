import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { MIGRATED_VOLUMES, type MigratedVolume, migratedProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

const RESULT = 'The Windows nodes need the node plug-in of that driver.';

export default {
  id: 'storage-class/in-tree-provisioner',
  title: 'StorageClass with a provisioner that Kubernetes had itself',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      *check(field, { object, facts }) {
        const volume = migratedProvisioner(field.string);
        if (volume === undefined) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        const fix: Fix = {
          title: `Change \`provisioner\` to \`${volume.driver}\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: volume.driver }],
        };
        yield {
          at: field.valueSpan,
          case: caseOf(volume),
          message: message(
            'The Windows {0} claims volumes of `{1}`, which stands for the CSI driver `{2}` today.',
            podTitle(first.pod),
            volume.provisioner,
            volume.driver,
          ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        };
      },
    },
  ],
  outcomes: [
    { effect: 'differs', case: 'the provisioner makes disks of a cloud', since: '1.23', result: RESULT },
    { effect: 'differs', case: 'the provisioner makes file shares of Azure', since: '1.24', result: RESULT },
    { effect: 'differs', case: 'the provisioner makes disks of vSphere', since: '1.25', result: RESULT },
  ],
  why: `Kubernetes used to make and mount such volumes itself, on Windows too. It hands them on to the CSI drivers now, and its own code
is gone. The drivers have node plug-ins for Windows, but somebody has to install them. A class that names the driver says what
happens; its parameters may have other names there.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/features/kube_features.go CSIMigration')],
} satisfies Rule;

/** By the release from which on it is handed on. */
function caseOf({ since }: MigratedVolume): string {
  if (since === MIGRATED_VOLUMES.azureFile.since) return 'the provisioner makes file shares of Azure';
  return since === MIGRATED_VOLUMES.vsphereVolume.since
    ? 'the provisioner makes disks of vSphere'
    : 'the provisioner makes disks of a cloud';
}
