import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/photon-persistent-disk',
  code: 'KW1244',
  title: 'Photon Controller disk on a Windows node',
  source: 'photonPersistentDisk',
  name: 'Photon Controller',
  why: `VMware has discontinued Photon Controller, and Kubernetes has removed this volume type, which supported only
Linux nodes. On vSphere, use the CSI driver \`csi.vsphere.vmware.com\`, which has a node plug-in for Windows.`,
});
