import { isWithin, type KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';

/**
 * CSI drivers without a node plug-in for Windows, according to the documentation or the manifests of the projects. The setting
 * `linuxOnlyCsiDrivers` adds to this list. Some sources:
 * - `csi.cert-manager.io`: https://github.com/cert-manager/csi-driver/issues/116
 * - `fsx.openzfs.csi.aws.com`: charts/aws-fsx-openzfs-csi-driver/templates/node-daemonset.yaml selects Linux nodes.
 * - OpenEBS: https://github.com/openebs/openebs/issues/3300
 * - Rook and Ceph: https://github.com/rook/rook/issues/6872
 * - `lustre.csi.storage.gke.io`: https://cloud.google.com/kubernetes-engine/docs/concepts/managed-lustre needs
 *   Container-Optimized OS.
 * - `azurelustre.csi.azure.com`: deploy/csi-azurelustre-node-*.yaml, for Ubuntu and Azure Linux.
 * - `secrets-store-gke.csi.k8s.io`: https://cloud.google.com/secret-manager/docs/secret-manager-managed-csi-component
 * - TopoLVM: its README requires Linux with LVM2.
 */
const LINUX_ONLY: readonly string[] = [
  '*.cephfs.csi.ceph.com',
  '*.nfs.csi.ceph.com',
  '*.rbd.csi.ceph.com',
  'azurelustre.csi.azure.com',
  'blob.csi.azure.com',
  'cephfs.csi.ceph.com',
  'csi.cert-manager.io',
  'cstor.csi.openebs.io',
  'driver.longhorn.io',
  'efs.csi.aws.com',
  'filestore.csi.storage.gke.io',
  'fsx.csi.aws.com',
  'fsx.openzfs.csi.aws.com',
  'gcsfuse.csi.storage.gke.io',
  'hostpath.csi.k8s.io',
  'io.openebs.csi-mayastor',
  'jiva.csi.openebs.io',
  'local.csi.openebs.io',
  'lustre.csi.storage.gke.io',
  'nfs.csi.ceph.com',
  'nfs.csi.k8s.io',
  'rbd.csi.ceph.com',
  's3.csi.aws.com',
  'secrets-store-gke.csi.k8s.io',
  'topolvm.cybozu.com',
  'topolvm.io',
  'zfs.csi.openebs.io',
];

/** The CSI drivers that are known not to support Windows nodes, with `more`, which can have patterns: `*.example.com`. */
export function linuxOnlyDrivers(more: readonly string[]): readonly string[] {
  return [...LINUX_ONLY, ...more];
}

/** Whether a CSI driver is known not to support Windows nodes. */
export function isLinuxOnlyDriver(driver: string, more: readonly string[]): boolean {
  return linuxOnlyDrivers(more).some((known) =>
    known.startsWith('*') ? driver.endsWith(known.slice(1)) : driver === known,
  );
}

/**
 * The providers of the Secrets Store CSI driver that are only for Linux nodes, by the name in a SecretProviderClass:
 * - `aws`: charts/secrets-store-csi-driver-provider-aws/templates/daemonset.yaml selects Linux nodes, and version 2.2.1 is
 *   built for Linux only. A pull request for Windows is open:
 *   https://github.com/aws/secrets-store-csi-driver-provider-aws/pull/418
 * - `gcp`: deploy/provider-gcp-plugin.yaml selects Linux nodes.
 * - `vault`: .github/workflows/build.yml builds for Linux only, and the documentation says so:
 *   https://developer.hashicorp.com/vault/docs/platform/k8s/csi/installation
 */
export const LINUX_ONLY_SECRET_PROVIDERS: readonly string[] = ['aws', 'gcp', 'vault'];

/** An in-tree volume type that Kubernetes migrates to a CSI driver. */
export interface MigratedVolume {
  /** The key of the volume source in pods and PersistentVolumes. */
  readonly source: string;
  readonly provisioner: string;
  readonly driver: string;
  /** The first release that migrates it by default. */
  readonly since: KubernetesVersion;
}

/** https://github.com/kubernetes/kubernetes/blob/v1.26.0/pkg/features/kube_features.go, `CSIMigration…` */
export const MIGRATED_VOLUMES = {
  awsElasticBlockStore: {
    source: 'awsElasticBlockStore',
    provisioner: 'kubernetes.io/aws-ebs',
    driver: 'ebs.csi.aws.com',
    since: '1.23',
  },
  azureDisk: {
    source: 'azureDisk',
    provisioner: 'kubernetes.io/azure-disk',
    driver: 'disk.csi.azure.com',
    since: '1.23',
  },
  azureFile: {
    source: 'azureFile',
    provisioner: 'kubernetes.io/azure-file',
    driver: 'file.csi.azure.com',
    since: '1.24',
  },
  gcePersistentDisk: {
    source: 'gcePersistentDisk',
    provisioner: 'kubernetes.io/gce-pd',
    driver: 'pd.csi.storage.gke.io',
    since: '1.23',
  },
  vsphereVolume: {
    source: 'vsphereVolume',
    provisioner: 'kubernetes.io/vsphere-volume',
    driver: 'csi.vsphere.vmware.com',
    since: '1.25',
  },
} as const satisfies Readonly<Record<string, MigratedVolume>>;

/** The migrated volume type of an in-tree provisioner. */
export function migratedProvisioner(provisioner: string | undefined): MigratedVolume | undefined {
  return Object.values(MIGRATED_VOLUMES).find((volume) => volume.provisioner === provisioner);
}

/** The driver to which Kubernetes migrates an in-tree provisioner or volume source in a release; undefined before that. */
export function migratedDriver(provisionerOrSource: string, version: KubernetesVersion): string | undefined {
  return Object.values(MIGRATED_VOLUMES).find(
    ({ provisioner, source, since }) =>
      (provisioner === provisionerOrSource || source === provisionerOrSource) && isWithin(version, since),
  )?.driver;
}

/** A driver for disks, and what its node plug-in does with the name of a file system on Windows. It always formats NTFS. */
interface DiskDriver {
  readonly name: string;
  /** The names that it accepts, in lower case; all others fail. */
  readonly fileSystems: readonly string[] | 'any';
  /** Whether it fails where a StorageClass has no file system: external-provisioner then passes `ext4`. */
  readonly needsName?: true;
}

/**
 * The node plug-ins, as read in these commits of the drivers:
 * - azuredisk-csi-driver 043d0b2, pkg/os/volume/volume.go, `FormatVolume`: the name is not used. Pull request 3779 (August
 *   2026; 3784 for 1.34) logs a warning.
 * - aws-ebs-csi-driver c14b06d, pkg/driver/node.go, `ValidFSTypes`, and pkg/mounter: the name is compared without case and then
 *   not used. `ext2` is not accepted since pull request 2247 (November 2024).
 * - vsphere-csi-driver 68fad10, pkg/csi/service/osutils/windows_os_utils.go, `GetVolumeCapabilityFsType`: `ext4` becomes
 *   `ntfs`. Up to pull request 2173 (January 2023), the name was not used.
 * - gcp-compute-persistent-disk-csi-driver, pull request 641 (October 2020): only `ntfs`. In 03d4a84,
 *   deploy/kubernetes/base/controller/controller.yaml has `--default-fstype=ext4`.
 */
export const DISK_DRIVERS: readonly DiskDriver[] = [
  { name: 'disk.csi.azure.com', fileSystems: 'any' },
  { name: 'ebs.csi.aws.com', fileSystems: ['ext3', 'ext4', 'ntfs', 'xfs'] },
  { name: 'csi.vsphere.vmware.com', fileSystems: ['ext4', 'ntfs'] },
  { name: 'pd.csi.storage.gke.io', fileSystems: ['ntfs'], needsName: true },
];

function diskDriver(driver: string | undefined): DiskDriver | undefined {
  return DISK_DRIVERS.find(({ name }) => name === driver);
}

/** Whether a driver mounts a volume with this file system on Windows; undefined if the driver is not known. */
export function acceptsFileSystem(driver: string | undefined, fileSystem: string): boolean | undefined {
  const known = diskDriver(driver);
  return known && (known.fileSystems === 'any' || known.fileSystems.includes(fileSystem.toLowerCase()));
}

/** Whether a driver fails on Windows with the file system that it gets by default. */
export function needsFileSystem(driver: string): boolean {
  return diskDriver(driver)?.needsName === true;
}

/**
 * The names that the manifests and the chart of kubernetes-sigs/nfs-subdir-external-provisioner give to it end like this:
 * deploy/class.yaml, and charts/nfs-subdir-external-provisioner/templates/_helpers.tpl. Its volumes are `nfs` volumes.
 */
const NFS_PROVISIONER = /\bnfs-subdir-external-provisioner$/;

/** In-tree provisioners whose volumes Windows nodes never supported. */
const LINUX_ONLY_PROVISIONERS: readonly string[] = [
  'cinder',
  'flocker',
  'glusterfs',
  'photon-pd',
  'portworx-volume',
  'quobyte',
  'rbd',
  'scaleio',
  'storageos',
].map((name) => `kubernetes.io/${name}`);

/** Whether the volumes of a StorageClass cannot be mounted on Windows. */
export function isLinuxOnlyProvisioner(provisioner: string, more: readonly string[]): boolean {
  return (
    LINUX_ONLY_PROVISIONERS.includes(provisioner) ||
    NFS_PROVISIONER.test(provisioner) ||
    isLinuxOnlyDriver(provisioner, more)
  );
}

/**
 * Drivers that can expand a volume while a Windows pod uses it: the first four expand the file system on the node
 * (kubernetes-sigs/azuredisk-csi-driver pull request 746, kubernetes-sigs/aws-ebs-csi-driver 1207,
 * kubernetes-sigs/gcp-compute-persistent-disk-csi-driver 637, `ResizeVolume` in pkg/csi/service/osutils/windows_os_utils.go of
 * kubernetes-sigs/vsphere-csi-driver), a file share is expanded on its server.
 */
export const EXPANDING_DRIVERS: readonly string[] = [
  'disk.csi.azure.com',
  'ebs.csi.aws.com',
  'pd.csi.storage.gke.io',
  'csi.vsphere.vmware.com',
  'file.csi.azure.com',
];

const SMB_DRIVER = 'smb.csi.k8s.io';

interface SmbVolume {
  /** The `volumeAttributes` of a volume, or the `parameters` of a StorageClass. */
  readonly attributes: Field | undefined;
  readonly mountOptions: readonly string[];
}

/** The SMB volume that has a field in its attributes or in the reference to its Secret. */
export function smbVolumeOf(field: Field): SmbVolume | undefined {
  const owner = field.parent?.parent;
  if (owner?.get('provisioner')?.string === SMB_DRIVER)
    return { attributes: owner.get('parameters'), mountOptions: owner.get('mountOptions')?.strings() ?? [] };
  if (owner?.get('driver')?.string !== SMB_DRIVER) return undefined;
  const attributes = owner.get('volumeAttributes');
  const inline = attributes?.get('mountOptions')?.string?.split(',') ?? [];
  return { attributes, mountOptions: [...(owner.parent?.get('mountOptions')?.strings() ?? []), ...inline] };
}
