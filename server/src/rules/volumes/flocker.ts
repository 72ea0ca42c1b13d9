import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/flocker',
  code: 'KW1230',
  title: 'Flocker volume on a Windows node',
  source: 'flocker',
  name: 'Flocker',
  why: `Flocker had an agent for Linux only, and the project has ended. Kubernetes 1.25 removed this volume type. Use
an SMB share or a CSI driver with a node plug-in for Windows.`,
});
