import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cinder',
  code: 'KW1219',
  title: 'OpenStack Cinder volume on a Windows node',
  source: 'cinder',
  name: 'Cinder',
  why: `The in-tree plug-in never supported Windows. Kubernetes 1.26 removed it in favor of the CSI driver
\`cinder.csi.openstack.org\`, which runs on Linux nodes only. Use an SMB share, for example from Manila, or a CSI
driver with a node plug-in for Windows.`,
});
