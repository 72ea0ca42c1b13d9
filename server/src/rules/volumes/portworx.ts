import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/portworx',
  title: 'Portworx volume on a Windows node',
  source: 'portworxVolume',
  name: 'a Portworx volume',
  why: `Portworx keeps its data on Linux nodes, and what the kubelet has for such volumes is for Linux nodes too. Use an SMB share or a
CSI driver with a node plug-in for Windows.`,
});
