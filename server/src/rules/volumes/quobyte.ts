import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/quobyte',
  code: 'KW1246',
  title: 'Quobyte volume on a Windows node',
  source: 'quobyte',
  name: 'Quobyte',
  why: `The in-tree plug-in used the Quobyte client for Linux, and Kubernetes 1.25 removed it. Use an SMB share or a
CSI driver with a node plug-in for Windows.`,
});
