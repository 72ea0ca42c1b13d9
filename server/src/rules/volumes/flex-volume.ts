import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';

export default volumeRule({
  id: 'volumes/flex-volume',
  code: 'KW1229',
  title: 'FlexVolume on Windows',
  parts: ['flexVolume'],
  messageEnd: 'needs a FlexVolume driver, which the kubelet runs on the Windows node.',
  appliesTo: (field) => field.isMapping,
  outcomes: [
    {
      effect: 'unsupported',
      result: 'FlexVolume is deprecated, and its drivers must be installed on the nodes.',
    },
  ],
  why: `To mount a FlexVolume, the kubelet runs a driver that you install on the node. FlexVolume is deprecated and
receives no new features. For SMB, use the CSI driver \`smb.csi.k8s.io\`, which installs everything it needs as pods.

On Windows, this is usually a PowerShell script for SMB or iSCSI.`,
  sources: [docs.windowsStorage],
});
