import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-disk',
  code: 'KW1216',
  title: 'azureDisk volume on Windows',
  volume: MIGRATED_VOLUMES.azureDisk,
  installedBy: 'aks',
  rewritten: (source) => {
    const volumeHandle = source.get('diskURI')?.string;
    return volumeHandle === undefined ? undefined : { volumeHandle };
  },
  why: `The in-tree plug-in for Azure disks supported Windows. Since version 1.23, Kubernetes migrates these volumes to
the CSI driver \`disk.csi.azure.com\`; version 1.27 removed the in-tree code. AKS installs the driver on its Windows
nodes; on other clusters, install it yourself.`,
});
