import { code } from '../../lint/sources.ts';
import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/nfs',
  title: 'NFS volume on a Windows node',
  source: 'nfs',
  name: 'an NFS share',
  seen: 'only cifs mount is supported now',
  why: `The kubelet of a Windows node mounts SMB shares and nothing else from the network; the NFS client of Windows Server is no use
to it. Put the files on an SMB share and mount it with the CSI driver \`smb.csi.k8s.io\`, or with the driver of your cloud's
file service.`,
  sources: [code('kubernetes/mount-utils mount_windows.go')],
});
