import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/vsphere-volume',
  code: 'KW1255',
  title: 'vsphereVolume volume on Windows',
  volume: MIGRATED_VOLUMES.vsphereVolume,
  why: `The in-tree plug-in for vSphere disks supported Windows. Since version 1.25, Kubernetes migrates these volumes
to the CSI driver \`csi.vsphere.vmware.com\`; up to 1.26, you could disable the migration. Install the node plug-in of
the driver on the Windows nodes.

Version 1.30 removed the in-tree code. For the \`volumeHandle\` of a CSI volume, look up the ID of the disk in
vCenter.`,
});
