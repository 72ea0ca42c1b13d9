import { missingVolumeSource } from '../../lint/volume-source-rule.ts';

export default missingVolumeSource({
  id: 'volumes/flocker',
  title: 'Flocker volume on a Windows node',
  source: 'flocker',
  name: 'a Flocker dataset',
  why: `Flocker had an agent for Linux only, the project has ended, and since 1.25 Kubernetes has no such volumes any more. Use an SMB
share or a CSI driver with a node plug-in for Windows.`,
});
