import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/quobyte',
  title: 'Quobyte volume on a Windows node',
  source: 'quobyte',
  name: 'a Quobyte volume',
  why: `The kubelet reached Quobyte by a client that runs on Linux, and since 1.25 Kubernetes has no such volumes any more. Use an SMB
share or a CSI driver with a node plug-in for Windows.`,
});
