import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/storage-os',
  title: 'StorageOS volume on a Windows node',
  source: 'storageos',
  name: 'a StorageOS volume',
  why: `StorageOS runs on Linux nodes, and since 1.25 Kubernetes has no such volumes any more. Use an SMB share or a CSI driver with a
node plug-in for Windows.`,
});
