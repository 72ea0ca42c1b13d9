import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/cephfs',
  title: 'CephFS volume on a Windows node',
  source: 'cephfs',
  name: 'a CephFS folder',
  why: `No release of Kubernetes could mount CephFS on Windows, and since 1.31 none has this kind of volume at all. The CSI driver of
Ceph does not run on Windows nodes either. Put the files on an SMB share and mount it with \`smb.csi.k8s.io\`.`,
});
