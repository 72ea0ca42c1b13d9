import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cephfs',
  code: 'KW1218',
  title: 'CephFS volume on a Windows node',
  source: 'cephfs',
  name: 'CephFS',
  why: `Kubernetes never supported CephFS on Windows, and 1.31 removed the in-tree plug-in. The CSI driver of Ceph does
not run on Windows nodes either. Put the files on an SMB share and mount it with \`smb.csi.k8s.io\`.`,
});
