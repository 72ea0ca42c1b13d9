import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';

export default volumeRule({
  id: 'volumes/flex-volume',
  title: 'FlexVolume on Windows',
  parts: ['flexVolume'],
  says: 'needs a FlexVolume driver: the kubelet runs a script on the Windows node to mount it.',
  concerns: (field) => field.isMapping,
  outcomes: [
    {
      effect: 'differs',
      result: 'The script must be installed on the node; FlexVolume is deprecated.',
    },
  ],
  why: `To mount a FlexVolume, the kubelet runs a program that you install on the node. On Windows, this is usually a
PowerShell script for SMB or iSCSI. FlexVolume is deprecated and gets no new features. For SMB, use the CSI driver
\`smb.csi.k8s.io\`, which installs everything it needs as pods.`,
  sources: [docs.windowsStorage],
});
