import { expect, test } from 'vitest';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import {
  isLinuxOnlyDriver,
  isLinuxOnlyProvisioner,
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
])('volumes of %s support only Linux: %s', (provisioner, isLinuxOnly) => {
  expect(isLinuxOnlyProvisioner(provisioner, [])).toBe(isLinuxOnly);
});
