import { docs } from '../../lint/sources.ts';
import { volumeRule } from '../../lint/volume-source-rule.ts';

export default volumeRule({
  id: 'volumes/flex-volume',
  title: 'FlexVolume on Windows',
  parts: ['flexVolume'],
  says: 'is a FlexVolume, which a script on the Windows node has to mount.',
  concerns: (field) => field.isMapping,
  outcomes: [
    {
      effect: 'differs',
      result: 'It works only where that script is installed; CSI drivers have taken the place of FlexVolumes.',
    },
  ],
  why: `For a FlexVolume the kubelet starts a program that somebody has put on the node, on Windows usually a PowerShell script for SMB
or iSCSI. FlexVolumes are deprecated and get no new features. For SMB there is the CSI driver \`smb.csi.k8s.io\`, which needs
nothing on the node but its own pods.`,
  sources: [docs.windowsStorage],
});
