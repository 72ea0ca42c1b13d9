import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/rbd',
  code: 'KW1247',
  title: 'Ceph RBD volume on a Windows node',
  source: 'rbd',
  name: 'Ceph RBD',
  why: `Kubernetes never supported Ceph block devices on Windows, and 1.31 removed the in-tree plug-in. The CSI driver
of Ceph does not run on Windows nodes either. Use disks of your cloud or hypervisor, through a CSI driver with a node
plug-in for Windows.`,
});
