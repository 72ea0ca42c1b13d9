import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { isLinuxOnlyDriver } from '../../windows/csi-drivers.ts';

export default volumeRule({
  id: 'volumes/csi-linux-only-driver',
  code: 'KW1222',
  title: 'CSI driver without a node plug-in for Windows',
  parts: ['csi.driver'],
  messageEnd: 'may fail to mount: CSI driver `{0}` has no known node plug-in for Windows.',
  appliesTo: (field, { settings }) => isLinuxOnlyDriver(field.string ?? '', settings.linuxOnlyCsiDrivers),
  outcomes: [{ effect: 'fails', doubtful: true, result: 'Without a plug-in, the pod stays in ContainerCreating.' }],
  why: `The node plug-in of a CSI driver mounts its volumes, and many drivers have a node plug-in for Linux only. On
Windows nodes, use the driver of your cloud or hypervisor for disks: \`ebs.csi.aws.com\`, \`disk.csi.azure.com\`,
\`pd.csi.storage.gke.io\`, \`csi.vsphere.vmware.com\`. For shares, use \`file.csi.azure.com\` or \`smb.csi.k8s.io\`;
for secrets, \`secrets-store.csi.k8s.io\`.

To report further drivers without Windows support, add them to the setting \`kubewin.linuxOnlyCsiDrivers\`.`,
  sources: [docs.windowsStorage],
});
