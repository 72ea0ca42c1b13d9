import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/iscsi',
  code: 'KW1241',
  title: 'iSCSI volume on a Windows node',
  source: 'iscsi',
  name: 'iSCSI',
  why: `Windows itself supports iSCSI, but the in-tree plug-in logs in to targets and mounts disks only on Linux. Use a
CSI driver from your storage vendor that has a node plug-in for Windows. For files that several pods share, use an SMB
share.`,
});
