import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-file',
  code: 'KW1217',
  title: 'azureFile volume on Windows',
  volume: MIGRATED_VOLUMES.azureFile,
  installedBy: 'aks',
  rewritten: (source, volume) => {
    const shareName = source.get('shareName')?.string;
    const name = source.get('secretName')?.string;
    // Without a namespace, Kubernetes uses that of the claim.
    const namespace = (source.get('secretNamespace') ?? volume.field.at('spec', 'claimRef', 'namespace'))?.string;
    const volumeHandle = volume.field.at('metadata', 'name')?.string;
    if (shareName === undefined || name === undefined || namespace === undefined || volumeHandle === undefined) {
      return undefined;
    }
    return { volumeHandle, volumeAttributes: { shareName }, nodeStageSecretRef: { name, namespace } };
  },
  why: `The in-tree plug-in for Azure Files supported Windows. Since version 1.24, Kubernetes migrates these volumes
to the CSI driver \`file.csi.azure.com\`; version 1.30 removed the in-tree code. AKS installs the driver on its
Windows nodes; on other clusters, install it yourself.

In a CSI volume, you can choose any \`volumeHandle\` that is unique in the cluster, such as the name of the
PersistentVolume.`,
});
