import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/iscsi',
  title: 'iSCSI volume on a Windows node',
  source: 'iscsi',
  name: 'an iSCSI disk',
  why: `Windows itself can use iSCSI, but the part of the kubelet that logs in to a target and mounts its disk was written for Linux
alone. A CSI driver of the storage's maker that has a node plug-in for Windows can take its place; files that several pods
share fit on an SMB share.`,
});
