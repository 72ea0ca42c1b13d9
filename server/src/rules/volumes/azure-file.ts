import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-file',
  title: 'azureFile volume on Windows',
  volume: MIGRATED_VOLUMES.azureFile,
  rewritten: (source) => ({
    volumeHandle: '<volume handle>',
    volumeAttributes: { shareName: source.get('shareName')?.string ?? '<share>' },
    nodeStageSecretRef: {
      name: source.get('secretName')?.string ?? '<secret>',
      namespace: source.get('secretNamespace')?.string ?? 'default',
    },
  }),
  why: `The in-tree plug-in for Azure Files supported Windows. Since version 1.24, Kubernetes migrates these volumes
to the CSI driver \`file.csi.azure.com\`; version 1.30 removed the in-tree code. AKS installs the driver on its
Windows nodes; on other clusters, install it yourself.

In a CSI volume, you can choose any \`volumeHandle\` that is unique in the cluster.`,
});
