import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/secret-on-disk',
  title: 'Secrets in clear text on the disk of a Windows node',
  gate: 'windows',
  offByDefault: true,
  pod: {
    watches: ['spec.volumes[*].secret', 'spec.volumes[*].projected.sources[*].secret', 'spec.volumes[*].csi'],
    *check(field) {
      if (!field.isMapping || !holdsSecrets(field)) return;
      yield {
        at: field.span,
        message: message(
          'The secrets in volume `{0}` are files on the disk of the Windows node, in clear text.',
          volumeNameOf(field),
        ),
      };
    },
  },
  outcomes: [{ effect: 'advice' }],
  why: `On Linux the kubelet keeps the files of a secret in memory. Windows has no file system in memory, so that they are ordinary
files on the disk of the node as long as the pod is there. Encrypt that disk with BitLocker and let access control lists
protect the folder of the kubelet.`,
  sources: [docs.windowsSecurity],
} satisfies Rule;

function holdsSecrets(source: Field): boolean {
  return source.key !== 'csi' || source.get('driver')?.string === 'secrets-store.csi.k8s.io';
}
