import { migratedVolumeSource } from '../../lint/volume-source-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-disk',
  title: 'azureDisk volume on Windows',
  volume: MIGRATED_VOLUMES.azureDisk,
  name: 'an Azure disk',
  rewritten: (source) => ({ volumeHandle: source.get('diskURI')?.string ?? '<volume handle>' }),
  why: `Kubernetes had its own code for disks of Azure, for Windows too. Since 1.23 it hands them on to the CSI driver, and since 1.27
that code is gone. AKS installs the driver on its Windows nodes; elsewhere that is for you to do.`,
});
