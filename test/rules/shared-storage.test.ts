import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

const pod = (os: string) => `apiVersion: v1
kind: Pod
metadata: { name: ${os} }
spec:
  nodeSelector: { kubernetes.io/os: ${os} }
  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;
const claim = (spec: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: ${spec}
`;
const storageClass = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: disks }
provisioner: kubernetes.io/azure-disk
`;
const volume = `apiVersion: v1
kind: PersistentVolume
metadata: { name: share }
spec: { azureFile: { secretName: share, shareName: share } }
`;

/** Storage that Linux pods also use must not be changed for Windows pods only. */
test.each([
  ['storage-class/in-tree-provisioner', [storageClass, claim('{ storageClassName: disks }')]],
  ['volumes/azure-file', [volume, claim('{ volumeName: share }')]],
])('%s offers a fix if only Windows pods use the storage', (rule, storage) => {
  const fixes = (...pods: string[]) =>
    lintText([...storage, ...pods].join('---\n'))
      .filter((finding) => finding.rule === rule)
      .map((finding) => finding.fixes.length);
  expect(fixes(pod('windows'))).toEqual([1]);
  expect(fixes(pod('windows'), pod('linux'))).toEqual([0]);
});

test('the users of a StorageClass that exists twice are unknown', () => {
  const disks = (key: string) => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: windows }
provisioner: disk.csi.azure.com
parameters: { ${key}: ext4 }
`;
  const claimed = [claim('{ storageClassName: windows }'), pod('linux')];
  const effects = (...documents: string[]) =>
    lintText(documents.join('---\n')).flatMap(({ rule, effect }) => (rule === 'storage-class/fs-type' ? effect : []));
  expect(effects(disks('fsType'), ...claimed)).toEqual([]);
  expect(effects(disks('fsType'), disks('fstype').replace('azure', 'gke'), ...claimed)).toEqual(['differs', 'differs']);
});
