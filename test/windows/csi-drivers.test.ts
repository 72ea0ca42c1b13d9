import { expect, test } from 'vitest';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import {
  acceptsFileSystem,
  isLinuxOnlyDriver,
  isLinuxOnlyProvisioner,
  migratedDriver,
  migratedProvisioner,
} from '../../server/src/windows/csi-drivers.ts';

/** The provisioner, the CSI driver, and the release in which `CSIMigration…` is on by default. */
test.each<[provisioner: string, driver: string, since: KubernetesVersion]>([
  ['kubernetes.io/aws-ebs', 'ebs.csi.aws.com', '1.23'],
  ['kubernetes.io/azure-disk', 'disk.csi.azure.com', '1.23'],
  ['kubernetes.io/azure-file', 'file.csi.azure.com', '1.24'],
  ['kubernetes.io/gce-pd', 'pd.csi.storage.gke.io', '1.23'],
  ['kubernetes.io/vsphere-volume', 'csi.vsphere.vmware.com', '1.25'],
])('%s is migrated to %s since %s', (provisioner, driver, since) => {
  expect(migratedProvisioner(provisioner)).toMatchObject({ provisioner, driver, since });
});

test('other provisioners are not migrated', () => {
  expect([undefined, 'disk.csi.azure.com', 'kubernetes.io/rbd'].map(migratedProvisioner)).toEqual(
    Array(3).fill(undefined),
  );
});

test.each<[driver: string, isLinuxOnly: boolean]>([
  ['efs.csi.aws.com', true],
  ['my.efs.csi.aws.com', false],
  ['cephfs.csi.ceph.com', true],
  ['rook-ceph.cephfs.csi.ceph.com', true],
  ['rook-cephfs.csi.ceph.com', false],
  ['disk.csi.azure.com', false],
  ['disk.example.com', true],
  ['example.com', false],
  ['own.csi.example.org', true],
])('driver %s supports only Linux: %s', (driver, isLinuxOnly) => {
  const more = ['*.example.com', 'own.csi.example.org'];
  expect(isLinuxOnlyDriver(driver, more)).toBe(isLinuxOnly);
  expect(isLinuxOnlyProvisioner(driver, more)).toBe(isLinuxOnly);
});

test.each<[provisioner: string, isLinuxOnly: boolean]>([
  ['kubernetes.io/rbd', true],
  ['kubernetes.io/glusterfs', true],
  ['kubernetes.io/azure-disk', false],
  ['rbd', false],
  ['k8s-sigs.io/nfs-subdir-external-provisioner', true],
  ['cluster.local/shares-nfs-subdir-external-provisioner', true],
  ['example.com/nfs-subdir-external-provisioner-2', false],
])('volumes of %s support only Linux: %s', (provisioner, isLinuxOnly) => {
  expect(isLinuxOnlyProvisioner(provisioner, [])).toBe(isLinuxOnly);
});

test.each<[driver: string, accepted: string, rejected: string]>([
  ['disk.csi.azure.com', 'ntfs ext2 ext4 xfs refs', ''],
  ['ebs.csi.aws.com', 'ntfs NTFS ext3 ext4 XFS', 'ext2 btrfs refs'],
  ['csi.vsphere.vmware.com', 'ntfs Ext4', 'ext3 xfs nfs4'],
  ['pd.csi.storage.gke.io', 'ntfs NTFS', 'ext4 xfs refs'],
])('the node plug-in of %s accepts %s', (driver, accepted, rejected) => {
  const all = [...accepted.split(' '), ...rejected.split(' ').filter((name) => name !== '')];
  expect(all.filter((name) => acceptsFileSystem(driver, name)).join(' ')).toBe(accepted);
});

test('what other drivers accept is not known', () => {
  expect(acceptsFileSystem('disk.example.com', 'ntfs')).toBeUndefined();
  expect(acceptsFileSystem(undefined, 'ext4')).toBeUndefined();
});

test.each<[name: string, version: KubernetesVersion, driver: string | undefined]>([
  ['kubernetes.io/vsphere-volume', '1.24', undefined],
  ['kubernetes.io/vsphere-volume', '1.25', 'csi.vsphere.vmware.com'],
  ['gcePersistentDisk', '1.37', 'pd.csi.storage.gke.io'],
  ['csi', '1.37', undefined],
])('the driver of %s in %s is %s', (name, version, driver) => {
  expect(migratedDriver(name, version)).toBe(driver);
});
