import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/photon-persistent-disk',
  title: 'Photon disk on a Windows node',
  source: 'photonPersistentDisk',
  name: 'a disk of the Photon Controller',
  why: `The Photon Controller of VMware has ended, its disks were for Linux nodes only, and Kubernetes has dropped them since. On
vSphere use the CSI driver \`csi.vsphere.vmware.com\`, which has a node plug-in for Windows.`,
});
