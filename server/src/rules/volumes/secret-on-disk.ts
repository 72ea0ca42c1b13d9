import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/secret-on-disk',
  code: 'KW1249',
  title: 'Secrets stored in clear text on Windows nodes',
  gate: 'windows',
  offByDefault: true,
  pod: {
    watches: ['spec.volumes[*].secret', 'spec.volumes[*].projected.sources[*].secret', 'spec.volumes[*].csi'],
    check(field, { report }) {
      if (!field.isMapping || !holdsSecrets(field)) return;
      report({
        at: field.span,
        message: message(
          'Secrets in volume `{0}` are stored in clear text on the disk of the node.',
          volumeNameOf(field),
        ),
      });
    },
  },
  outcomes: [{ effect: 'advice', result: 'Encrypt the disks of Windows nodes with BitLocker.' }],
  why: `On Linux, the kubelet keeps the files of a Secret in a tmpfs. Windows has no tmpfs, so they are ordinary files
on the disk of the node as long as the pod exists. Encrypt that disk with BitLocker, and protect the directory of the
kubelet with access control lists.`,
  sources: [docs.windowsSecurity],
} satisfies Rule;

function holdsSecrets(source: Field): boolean {
  return source.key !== 'csi' || source.get('driver')?.string === 'secrets-store.csi.k8s.io';
}
