import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/rbd',
  title: 'Ceph RBD volume on a Windows node',
  source: 'rbd',
  name: 'a Ceph block device',
  why: `No release of Kubernetes could map a block device of Ceph on Windows, and since 1.31 none has this kind of volume at all. The
CSI driver of Ceph does not run on Windows nodes either. Use the disks of the cloud or hypervisor by a CSI driver with a
node plug-in for Windows.`,
});
