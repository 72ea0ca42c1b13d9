import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/glusterfs',
  code: 'KW1234',
  title: 'GlusterFS volume on a Windows node',
  source: 'glusterfs',
  name: 'GlusterFS',
  why: `The in-tree plug-in used the GlusterFS client for Linux, and Kubernetes 1.26 removed it. Gluster can export the
same files through Samba: mount that share on Windows with \`smb.csi.k8s.io\`.`,
});
