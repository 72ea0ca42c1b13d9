import type { KubernetesVersion } from '../kubernetes/version.ts';

/**
 * CSI drivers that publish no node plug-in for Windows. Starting data, from the projects' own pages; the setting
 * `linuxOnlyCsiDrivers` adds to it.
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

/** The CSI drivers that are known to have nothing for Windows nodes; `more` are such drivers too, `*.example.com` included. */
export function linuxOnlyDrivers(more: readonly string[]): readonly string[] {
  return [...LINUX_ONLY, ...more];
}

/** Whether a CSI driver is one of them. */
export function isLinuxOnlyDriver(driver: string, more: readonly string[]): boolean {
  return linuxOnlyDrivers(more).some((one) => (one.startsWith('*') ? driver.endsWith(one.slice(1)) : driver === one));
}

/** A kind of volume that was part of Kubernetes and is handed on to a CSI driver today. */
export interface MigratedVolume {
  /** The key of its source in pods and PersistentVolumes. */
  readonly source: string;
  readonly provisioner: string;
  readonly driver: string;
  /** From when on it is handed on by default. */
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

/** The volumes whose provisioner within Kubernetes had this name, with the CSI driver that stands for it today. */
export function migratedProvisioner(provisioner: string | undefined): MigratedVolume | undefined {
  return Object.values(MIGRATED_VOLUMES).find((one) => one.provisioner === provisioner);
}

/** Provisioners of Kubernetes itself whose volumes no Windows node could ever mount. */
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

/** Whether what a StorageClass makes cannot be mounted on Windows. */
export function isLinuxOnlyProvisioner(provisioner: string, more: readonly string[]): boolean {
  return LINUX_ONLY_PROVISIONERS.includes(provisioner) || isLinuxOnlyDriver(provisioner, more);
}

/**
 * Drivers whose volumes can grow while a Windows pod uses them: the first three enlarge the file system on the node
 * (kubernetes-sigs/azuredisk-csi-driver pull request 746, kubernetes-sigs/aws-ebs-csi-driver 1207,
 * kubernetes-sigs/gcp-compute-persistent-disk-csi-driver 637), a share grows on its server.
 */
export const EXPANDING_DRIVERS: readonly string[] = [
  'disk.csi.azure.com',
  'ebs.csi.aws.com',
  'pd.csi.storage.gke.io',
  'file.csi.azure.com',
];
