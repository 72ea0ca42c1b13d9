import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/glusterfs',
  title: 'GlusterFS volume on a Windows node',
  source: 'glusterfs',
  name: 'a GlusterFS volume',
  why: `The kubelet mounted GlusterFS by a program of Linux, and since 1.26 no kubelet does any more. Gluster can share the same files
by Samba, which \`smb.csi.k8s.io\` mounts on Windows.`,
});
