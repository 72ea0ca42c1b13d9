import { literal } from '../text/literal.ts';
import { WINDOWS_BUILDS } from './builds.ts';
import type { EvidenceKind } from './evidence.ts';
import { CLOUD_OS_LABELS, POOL_LABELS } from './providers.ts';

// Words that a text must contain before a pod in it can have evidence of Windows. A text may contain them for other reasons
// and is then parsed in vain. A test checks that every kind of evidence contains its words.

/** A key in any style, up to its colon. */
const key = (name: string) => `(?<![\\w./-])${literal(name)}["']?\\s*:`;

/**
 * The label for the operating system, except where `linux` follows it, also in the JSON of an annotation, and in the fields that a
 * client manages.
 */
const OS_LABEL = 'kubernetes(?<!f:(?:beta\\.)?kubernetes)\\.io/os(?!\\\\?["\']?\\s*:\\s*\\\\?["\']?linux\\b)';

/** Releases that are recognized in a tag by themselves. Years and other numbers need a word for Windows beside them. */
const RELEASES = WINDOWS_BUILDS.flatMap(({ tags }) => tags.filter((tag) => !/^\d+$/.test(tag)));

/** `windows`, `win1809`; not the end of `darwin` or the middle of `following`. */
const WINDOWS = '(?<![a-z0-9])win';

/** The words for each kind of evidence that can indicate Windows. A text must contain all words of a list. */
const WORDS: Readonly<
  Record<Exclude<EvidenceKind, 'linuxField' | 'chartValues' | 'registry' | 'nodeName'>, readonly [string, ...string[]]>
> = {
  'os.name': [WINDOWS],
  directive: ['kubewin:'],
  nodeSelector: [`${OS_LABEL}|windows-build`],
  nodeAffinity: [`${OS_LABEL}|windows-build`],
  cloudLabel: [CLOUD_OS_LABELS.map((label) => literal(label.key)).join('|')],
  // The RuntimeClass is another object.
  runtimeClass: ['runtimeClassName'],
  hostProcess: ['hostProcess'],
  image: [
    [
      WINDOWS,
      'nano[-_.]?server',
      'server[-_.]?core',
      '/iis',
      'dotnet/framework',
      'microsoft/',
      'e2eteam/',
      ...RELEASES,
    ].join('|'),
  ],
  // Also where the API does not have them.
  windowsOptions: ['windowsOptions|runAsUserName|gmsaCredentialSpec'],
  resource: ['microsoft\\.com/directx|directx\\.microsoft\\.com'],
  toleration: ['toleration', WINDOWS],
  preferredAffinity: [`preferredDuringScheduling|${POOL_LABELS.map(literal).join('|')}`, `win|${OS_LABEL}`],
  command: ['powershell|pwsh|(?<![\\w.-])cmd(?![\\w.:-])|\\.exe|(?<![\\w.])[a-z]:[\\\\/]'],
  path: ['mountPath|workingDir|hostPath', '\\\\|(?<![\\w.])[a-z]:(?![^\\\\/"\'\\s,}\\]])|//\\.'],
};

/** Words that begin with six literal characters, with three, and all others. */
const LENGTHS: readonly RegExp[] = [/^(?:\w|\\\.){6}/, /^.{3}/, /^/];

const LISTS = Object.values(WORDS);
/** Words of which one is enough. An escape sequence counts, because it may be a character of any word. */
const SUFFICIENT = anyOf([
  '\\\\[xu][0-9a-f]{2}',
  ...LISTS.flatMap(([word, ...others]) => (others.length > 0 ? [] : word)),
]);
const COMBINED = LISTS.filter((words) => words.length > 1).map((words) => words.map((word) => anyOf([word])));

/** Whether a pod in this text may have evidence of Windows, other than the Node in its `nodeName`. */
export function mayHaveWindowsEvidence(text: string): boolean {
  return isIn(text, SUFFICIENT) || COMBINED.some((words) => words.every((word) => isIn(text, word)));
}

/** The Nodes that pods in this text may name in `nodeName`; null if only parsing can tell. Escape sequences are not read. */
export function namedNodes(text: string): readonly string[] | null {
  const names = Array.from(text.matchAll(NODE_NAME), ([, name]) => name);
  return names.every((name) => name !== undefined) ? names : null;
}

/** Not in the fields that a client manages: `f:nodeName`. */
const NODE_NAME = new RegExp(`(?<!f:)${key('nodeName')}(?:\\s*["']?([\\w.-]+)["']?(?=[\\s,}\\]]|$))?`, 'g');

function isIn(text: string, words: readonly RegExp[]): boolean {
  return words.some((word) => word.test(text));
}

/**
 * Separate expressions for long and short words, because a search can skip as many characters as the shortest word has.
 * Each alternative must be a whole word: a `|` within brackets would be split, too.
 */
function anyOf(words: readonly string[]): RegExp[] {
  const all = [...new Set(words.flatMap((word) => word.split('|')))];
  return LENGTHS.flatMap((length) => {
    const ofLength = all.filter((word) => LENGTHS.find((pattern) => pattern.test(word)) === length);
    return ofLength.length === 0 ? [] : new RegExp(ofLength.join('|'), 'im');
  });
}
