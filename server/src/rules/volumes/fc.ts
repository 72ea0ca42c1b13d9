import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/fc',
  code: 'KW1228',
  title: 'Fibre Channel volume on a Windows node',
  source: 'fc',
  name: 'Fibre Channel',
  why: `The kubelet can find and mount Fibre Channel disks only on Linux, whatever host bus adapters a Windows node
has. Use a CSI driver from your storage vendor that has a node plug-in for Windows.`,
});
