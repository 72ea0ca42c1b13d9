import { CLOUD_OS_LABELS } from '../windows/providers.ts';
import type { Settings } from './settings.ts';

const WORDS = [
  // Windows in labels, images, taints, names of node pools and options.
  'win',
  // Signs that need no such word: accounts, images, shells, paths and programs of Windows.
  'hostProcess',
  'runAsUserName',
  'gmsa',
  'nano[-_.]?server',
  'server[-_.]?core',
  'ltsc',
  'microsoft',
  'dotnet/framework',
  '/iis',
  'powershell',
  'pwsh',
  'cmd',
  '\\.exe',
  '[a-z]:[\\\\/]',
  '\\\\',
  // What another object may say of the pod.
  'runtimeClassName',
  'nodeName',
  // The operating system by name or label, wrong values included.
  '\\bos\\b',
  ...CLOUD_OS_LABELS.map(({ key }) => key.replaceAll('.', '\\.')),
  // An affinity that no node can satisfy.
  'nodeSelectorTerms',
  // Objects that are looked at for themselves.
  'RuntimeClass',
  'Service',
  'PersistentVolume',
  'StorageClass',
  'NetworkPolicy',
  'DaemonSet',
  'PodSecurityPolicy',
  'isolation-type',
  'pod-security\\.kubernetes\\.io/',
  // Directives.
  'kubewin:',
];

const RELEVANT = new RegExp(WORDS.join('|'), 'i');

/**
 * Whether a document can matter at all, by its text alone: what is not even parsed is what makes a large workspace
 * fast. It may say yes too often, never no where a rule or a fact would speak; a test over real manifests holds that.
 */
export function mayMatter(text: string, settings: Pick<Settings, 'mixedCluster' | 'windowsImages'>): boolean {
  // In a mixed cluster Linux pods matter too, which need no word of Windows.
  const matters =
    settings.mixedCluster || RELEVANT.test(text) || settings.windowsImages.some((one) => text.includes(one));
  return text.includes('kind') && matters;
}
