import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/scale-io',
  title: 'ScaleIO volume on a Windows node',
  source: 'scaleIO',
  name: 'a ScaleIO volume',
  why: `The kubelet mapped ScaleIO volumes by a kernel module of Linux, and Kubernetes has dropped them since. Ask the maker of the
storage, today PowerFlex, for a CSI driver with a node plug-in for Windows, or use an SMB share.`,
});
