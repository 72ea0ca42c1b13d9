import { migratedVolumeSource } from '../../lint/volume-source-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/gce-persistent-disk',
  title: 'gcePersistentDisk volume on Windows',
  volume: MIGRATED_VOLUMES.gcePersistentDisk,
  name: 'a persistent disk of Google Cloud',
  rewritten: (source) => ({
    volumeHandle: `projects/<project>/zones/<zone>/disks/${source.get('pdName')?.string ?? '<disk>'}`,
  }),
  why: `Kubernetes had its own code for disks of Google Cloud, for Windows too. Since 1.23 it hands them on to the CSI driver, and since
1.28 that code is gone. GKE installs the driver on its Windows nodes; elsewhere that is for you to do. The driver knows a
disk by its project and zone, which the old notation does not name.`,
});
