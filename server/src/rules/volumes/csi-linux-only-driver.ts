import { docs } from '../../lint/sources.ts';
import { volumeRule } from '../../lint/volume-source-rule.ts';
import { isLinuxOnlyDriver } from '../../windows/csi-drivers.ts';

export default volumeRule({
  id: 'volumes/csi-linux-only-driver',
  title: 'CSI driver without a node plug-in for Windows',
  parts: ['csi.driver'],
  says: 'is mounted by the CSI driver `{0}`, which is not known to have a node plug-in for Windows.',
  concerns: (field, { settings }) => isLinuxOnlyDriver(field.string ?? '', settings.linuxOnlyCsiDrivers),
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without one the pod stays in ContainerCreating.' }],
  why: `A CSI volume is mounted by the driver's own pod on the node, and many drivers have such a pod for Linux only. For Windows
there are those of the clouds' disks (\`ebs.csi.aws.com\`, \`disk.csi.azure.com\`, \`pd.csi.storage.gke.io\`,
\`csi.vsphere.vmware.com\`), \`file.csi.azure.com\` and \`smb.csi.k8s.io\` for shares, and \`secrets-store.csi.k8s.io\`. The
setting \`kubewin.linuxOnlyCsiDrivers\` names further drivers that have none.`,
  sources: [docs.windowsStorage],
});
