import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cinder',
  title: 'OpenStack Cinder volume on a Windows node',
  source: 'cinder',
  name: 'a Cinder disk',
  why: `The kubelet never mounted disks of OpenStack on Windows. Since 1.26 they are handed on to the CSI driver
\`cinder.csi.openstack.org\`, which is for Linux nodes. Use an SMB share, such as one of Manila, or another CSI driver.`,
});
