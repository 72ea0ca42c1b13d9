import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/storage-os',
  code: 'KW1253',
  title: 'StorageOS volume on a Windows node',
  source: 'storageos',
  name: 'StorageOS',
  why: `StorageOS runs on Linux nodes only, and Kubernetes 1.25 removed this volume type. Use an SMB share or a CSI
driver with a node plug-in for Windows.`,
});
