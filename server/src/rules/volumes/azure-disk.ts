import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-disk',
  title: 'azureDisk volume on Windows',
  volume: MIGRATED_VOLUMES.azureDisk,
  rewritten: (source) => ({ volumeHandle: source.get('diskURI')?.string ?? '<volume handle>' }),
  why: `The in-tree plug-in for Azure disks supported Windows. Kubernetes 1.23 and later migrates these volumes to the
CSI driver, and 1.27 removed the in-tree code. AKS installs the driver on its Windows nodes; on other clusters, install
it yourself.`,
});
