import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/gce-persistent-disk',
  code: 'KW1232',
  title: 'gcePersistentDisk volume on Windows',
  volume: MIGRATED_VOLUMES.gcePersistentDisk,
  why: `The in-tree plug-in for Google Cloud persistent disks supported Windows. Since version 1.23, Kubernetes
migrates these volumes to the CSI driver \`pd.csi.storage.gke.io\`; version 1.28 removed the in-tree code. GKE
installs the driver on its Windows nodes; on other clusters, install it yourself.

The \`volumeHandle\` of a CSI volume is \`projects/<project>/zones/<zone>/disks/<disk>\`. Only you know the project
and the zone, so there is no fix.`,
});
