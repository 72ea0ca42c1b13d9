import { code } from '../../rule-kit/sources.ts';
import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/nfs',
  code: 'KW1243',
  title: 'NFS volume on a Windows node',
  source: 'nfs',
  name: 'NFS',
  seen: 'only cifs mount is supported now',
  why: `On Windows, SMB is the only network file system that the kubelet can mount. It cannot use the NFS client of
Windows Server. Put the files on an SMB share and mount it with the CSI driver \`smb.csi.k8s.io\`, or with the driver
of your cloud file service.`,
  sources: [code('kubernetes/mount-utils mount_windows.go')],
});
