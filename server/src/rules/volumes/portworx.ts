import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/portworx',
  title: 'Portworx volume on a Windows node',
  source: 'portworxVolume',
  name: 'Portworx',
  why: `Portworx runs on Linux nodes only, and so does the code that mounts its volumes. Use an SMB share or a CSI
driver with a node plug-in for Windows.`,
});
