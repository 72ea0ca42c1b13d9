import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { t } from '../../text/localize.ts';
import { MIGRATED_VOLUMES, type MigratedVolume, migratedProvisioner } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

const RESULT = 'The CSI driver must run on the Windows nodes.';

export default {
  id: 'storage-class/in-tree-provisioner',
  code: 'KW1199',
  title: 'StorageClass with an in-tree provisioner',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      check(field, { object, facts, report }) {
        const volume = migratedProvisioner(field.string);
        if (volume === undefined) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        const fix: Fix = {
          title: t`Change \`provisioner\` to \`${volume.driver}\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: volume.driver }],
        };
        report({
          at: field.valueSpan,
          case: caseOf(volume),
          message: message(
            '`{1}` needs a CSI driver for Windows {0}: Kubernetes migrates this in-tree provisioner to `{2}`.',
            podTitle(first.pod),
            volume.provisioner,
            volume.driver,
          ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        });
      },
    },
  ],
  outcomes: [
    { effect: 'differs', case: 'the provisioner creates cloud disks', since: '1.23', result: RESULT },
    { effect: 'differs', case: 'the provisioner creates Azure file shares', since: '1.24', result: RESULT },
    { effect: 'differs', case: 'the provisioner creates vSphere disks', since: '1.25', result: RESULT },
  ],
  why: `In-tree provisioners used to create and mount these volumes, on Windows too. Kubernetes now migrates them to
CSI drivers and has removed the in-tree code. The drivers have node plug-ins for Windows, but you have to install
them.

Set \`provisioner\` to the CSI driver; its parameters may have different names.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/features/kube_features.go CSIMigration')],
} satisfies Rule;

/** By the release in which CSI migration starts. */
function caseOf({ since }: MigratedVolume): string {
  if (since === MIGRATED_VOLUMES.azureFile.since) return 'the provisioner creates Azure file shares';
  return since === MIGRATED_VOLUMES.vsphereVolume.since
    ? 'the provisioner creates vSphere disks'
    : 'the provisioner creates cloud disks';
}
