import { migratedVolumeSource } from '../../lint/volume-source-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/azure-file',
  title: 'azureFile volume on Windows',
  volume: MIGRATED_VOLUMES.azureFile,
  name: 'a share of Azure Files',
  rewritten: (source) => ({
    volumeHandle: '<volume handle>',
    volumeAttributes: { shareName: source.get('shareName')?.string ?? '<share>' },
    nodeStageSecretRef: {
      name: source.get('secretName')?.string ?? '<secret>',
      namespace: source.get('secretNamespace')?.string ?? 'default',
    },
  }),
  why: `Kubernetes had its own code for shares of Azure Files, for Windows too. Since 1.24 it hands them on to the CSI driver, and since
1.30 that code is gone. AKS installs the driver on its Windows nodes; elsewhere that is for you to do. A CSI volume needs a
handle that is unique in the cluster: any name will do.`,
});
