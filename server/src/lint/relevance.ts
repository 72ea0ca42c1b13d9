import type { Settings } from './settings.ts';

const WINDOWS_WORDS = [
  'windows',
  // Signals that need no such word: images, accounts, options and shells of Windows.
  'hostProcess',
  'runAsUserName',
  'gmsaCredentialSpec',
  'nanoserver',
  'servercore',
  'ltsc20',
  'microsoft/',
  'mcr\\.microsoft\\.com',
  'runtimeClassName',
  'nodeName',
  'powershell',
  'pwsh',
  'cmd',
  '\\.exe',
  '[a-z]:[\\\\/]',
  '\\\\\\\\',
  // The operating system by name or label, wrong values included.
  'kubernetes\\.io/os',
  'kubernetes\\.azure\\.com/os-sku',
  'gke-',
  '\\bos[\'"]?\\s*:',
  // What applies to objects of its own kind.
  'RuntimeClass',
  // What could be spelled with escapes.
  '\\\\[xuU/]',
  // Directives.
  'kubewin:',
];

const RELEVANT = new RegExp(WINDOWS_WORDS.join('|'), 'i');

/**
 * Whether a document can matter at all, by its text alone: what is not even parsed is what makes a large workspace
 * fast. It may say yes too often, never no where a rule or a fact would speak; a test over real manifests holds that.
 */
export function mayMatter(text: string, settings: Pick<Settings, 'mixedCluster'>): boolean {
  // In a mixed cluster Linux pods matter too, which need no word of Windows.
  return text.includes('kind') && (settings.mixedCluster || RELEVANT.test(text));
}
