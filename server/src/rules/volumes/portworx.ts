import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/portworx',
  code: 'KW1245',
  title: 'Portworx volume on a Windows node',
  source: 'portworxVolume',
  name: 'Portworx',
  why: `Portworx and its drivers run on Linux nodes only. Use an SMB share or a CSI driver with a node plug-in for
Windows.`,
});
