import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/scale-io',
  code: 'KW1248',
  title: 'ScaleIO volume on a Windows node',
  source: 'scaleIO',
  name: 'ScaleIO',
  why: `The in-tree plug-in mapped ScaleIO volumes with a Linux kernel module, and Kubernetes 1.22 removed it. Ask the
vendor of the storage, now called PowerFlex, for a CSI driver with a node plug-in for Windows, or use an SMB share.`,
});
