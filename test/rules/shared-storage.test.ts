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
spec: { azureFile: { secretName: share, secretNamespace: shop, shareName: share } }
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

/** A CSI volume with a placeholder would be accepted and then fail on the node. */
test.each([
  ['volumes/azure-file', 'azureFile: { secretName: share, secretNamespace: shop, shareName: share }', 1],
  ['volumes/azure-file', 'azureFile: { secretName: share, shareName: share }, claimRef: { namespace: shop }', 1],
  ['volumes/azure-file', 'azureFile: { secretName: share, shareName: share }', 0],
  ['volumes/azure-file', 'azureFile: { secretName: share, secretNamespace: shop }', 0],
  ['volumes/azure-file', 'azureFile: { secretNamespace: shop, shareName: <share>, secretName: share }', 0],
  ['volumes/azure-disk', 'azureDisk: { diskName: data, diskURI: /subscriptions/a/data }', 1],
  ['volumes/azure-disk', 'azureDisk: { diskName: data }', 0],
  ['volumes/aws-elastic-block-store', 'awsElasticBlockStore: { volumeID: vol-1 }', 1],
  ['volumes/aws-elastic-block-store', 'awsElasticBlockStore: { fsType: ntfs }', 0],
  ['volumes/gce-persistent-disk', 'gcePersistentDisk: { pdName: data }', 0],
  ['volumes/vsphere-volume', 'vsphereVolume: { volumePath: "[store] data" }', 0],
])('%s converts a volume only if all values are known: %s', (rule, source, count) => {
  const written = `apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: share }\nspec: { ${source} }\n`;
  const fixes = lintText([written, claim('{ volumeName: share }'), pod('windows')].join('---\n'))
    .filter((finding) => finding.rule === rule)
    .map((finding) => finding.fixes.length);
  expect(fixes).toEqual([count]);
});

test('the users of a StorageClass that exists twice are unknown', () => {
  const disks = (key: string) => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: windows }
provisioner: disk.csi.example.com
parameters: { ${key}: ext4 }
`;
  const claimed = [claim('{ storageClassName: windows }'), pod('linux')];
  const effects = (...documents: string[]) =>
    lintText(documents.join('---\n')).flatMap(({ rule, effect }) => (rule === 'storage-class/fs-type' ? effect : []));
  expect(effects(disks('fsType'), ...claimed)).toEqual([]);
  expect(effects(disks('fsType'), disks('fstype').replace('example.com', 'example.org'), ...claimed)).toEqual([
    'differs',
    'differs',
  ]);
});
