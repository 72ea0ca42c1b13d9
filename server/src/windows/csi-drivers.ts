import type { KubernetesVersion } from '../kubernetes/version.ts';

/**
 * CSI drivers without a node plug-in for Windows, according to the documentation of the projects. The setting
 * `linuxOnlyCsiDrivers` adds to this list.
 */
const LINUX_ONLY: readonly string[] = [
  '*.cephfs.csi.ceph.com',
  '*.rbd.csi.ceph.com',
  'blob.csi.azure.com',
  'cephfs.csi.ceph.com',
  'driver.longhorn.io',
  'efs.csi.aws.com',
  'filestore.csi.storage.gke.io',
  'fsx.csi.aws.com',
  'gcsfuse.csi.storage.gke.io',
  'hostpath.csi.k8s.io',
  'local.csi.openebs.io',
  'nfs.csi.k8s.io',
  'rbd.csi.ceph.com',
  's3.csi.aws.com',
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
  return LINUX_ONLY_PROVISIONERS.includes(provisioner) || isLinuxOnlyDriver(provisioner, more);
}

/**
 * Drivers that can expand a volume while a Windows pod uses it: the first three expand the file system on the node
 * (kubernetes-sigs/azuredisk-csi-driver pull request 746, kubernetes-sigs/aws-ebs-csi-driver 1207,
 * kubernetes-sigs/gcp-compute-persistent-disk-csi-driver 637), a file share is expanded on its server.
 */
export const EXPANDING_DRIVERS: readonly string[] = [
  'disk.csi.azure.com',
  'ebs.csi.aws.com',
  'pd.csi.storage.gke.io',
  'file.csi.azure.com',
];
