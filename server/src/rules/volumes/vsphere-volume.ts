import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/vsphere-volume',
  title: 'vsphereVolume volume on Windows',
  volume: MIGRATED_VOLUMES.vsphereVolume,
  rewritten: () => ({ volumeHandle: '<volume handle>' }),
  why: `The in-tree plug-in for vSphere disks supported Windows. Kubernetes 1.25 and later migrates these volumes to
the CSI driver; up to 1.26, you could disable the migration. Kubernetes 1.30 removed the in-tree code. Install the node
plug-in of the driver on the Windows nodes, and look up the ID of the disk in vCenter.`,
});
