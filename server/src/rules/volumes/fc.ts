import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/fc',
  title: 'Fibre Channel volume on a Windows node',
  source: 'fc',
  name: 'a Fibre Channel disk',
  why: `Finding a disk by its World Wide Name and mounting it is code for Linux in the kubelet, whatever adapters a Windows node has.
Use a CSI driver of the storage's maker that has a node plug-in for Windows.`,
});
