import { migratedVolumeSource } from '../../lint/volume-source-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/vsphere-volume',
  title: 'vsphereVolume volume on Windows',
  volume: MIGRATED_VOLUMES.vsphereVolume,
  name: 'a disk of vSphere',
  rewritten: () => ({ volumeHandle: '<volume handle>' }),
  why: `Kubernetes had its own code for disks of vSphere, for Windows too. Since 1.25 it hands them on to the CSI driver, and since 1.30
that code is gone; up to 1.26 the switch could be turned back. Install the Windows part of the driver on the Windows nodes. It
knows a disk by an identifier that only vCenter tells.`,
});
