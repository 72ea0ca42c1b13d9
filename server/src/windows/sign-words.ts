import { literal } from '../text/literal.ts';
import { WINDOWS_BUILDS } from './builds.ts';
import type { Signal } from './evidence.ts';
import { CLOUD_OS_LABELS, POOL_LABELS } from './providers.ts';

// What has to stand in a text before a pod in it can show a sign of Windows. It may stand there for other reasons: then
// the text is parsed in vain. A test holds that no sign does without.

/** A key in any style, up to its colon. */
const key = (name: string) => `(?<![\\w./-])${literal(name)}["']?\\s*:`;

/** A label whose values name the operating system, unless it asks for Linux nodes in the plainest way. */
const OS_LABEL = 'kubernetes\\.io/os(?!["\']?\\s*:\\s*["\']?linux\\b)';

/** Releases by name in a tag; those that are years or other numbers count only behind a word for Windows. */
const RELEASES = WINDOWS_BUILDS.flatMap(({ tags }) => tags.filter((tag) => !/^\d+$/.test(tag)));

/** `windows`, `win1809`; not the end of `darwin` or the middle of `following`. */
const WINDOWS = '(?<![a-z0-9])win';

/** The words for each signal that can speak of Windows; each of a list has to be there. */
const WORDS: Readonly<Record<Exclude<Signal, 'linuxField' | 'chartValues'>, readonly [string, ...string[]]>> = {
  'os.name': [WINDOWS],
  directive: ['kubewin:'],
  nodeSelector: [`${OS_LABEL}|windows-build`],
  nodeAffinity: [`${OS_LABEL}|windows-build`],
  cloudLabel: [CLOUD_OS_LABELS.map((label) => literal(label.key)).join('|')],
  // Another object may say it.
  runtimeClass: ['runtimeClassName'],
  nodeName: [key('nodeName')],
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
  windowsOptions: ['windowsOptions'],
  toleration: ['toleration', WINDOWS],
  preferredAffinity: [`preferredDuringScheduling|${POOL_LABELS.map(literal).join('|')}`, `win|${OS_LABEL}`],
  command: ['powershell|pwsh|(?<![\\w.-])cmd(?![\\w.:-])|\\.exe|(?<![\\w.])[a-z]:[\\\\/]'],
  path: ['mountPath|workingDir|hostPath', '\\\\|(?<![\\w.])[a-z]:(?![^\\\\/"\'\\s,}\\]])|//\\.'],
};

/** How a word begins that has six characters or more, a shorter one, and a single character. */
const LENGTHS: readonly RegExp[] = [/^(?:\w|\\\.){6}/, /^.{3}/, /^/];

const LISTS = Object.values(WORDS);
/** Any of them is enough. A character that is written as an escape may be one of a word. */
const ALONE = anyOf(['\\\\[xu][0-9a-f]{2}', ...LISTS.flatMap(([word, ...others]) => (others.length > 0 ? [] : word))]);
const TOGETHER = LISTS.filter((words) => words.length > 1).map((words) => words.map((word) => anyOf([word])));

/** Whether a pod in this text may show a sign of Windows. */
export function mayShowWindows(text: string): boolean {
  return isIn(text, ALONE) || TOGETHER.some((words) => words.every((word) => isIn(text, word)));
}

function isIn(text: string, words: readonly RegExp[]): boolean {
  return words.some((word) => word.test(text));
}

/**
 * Long and short words apart: a search can leave out as many characters at a time as the shortest word has. Between two `|`
 * is a whole word: none may stand within brackets.
 */
function anyOf(words: readonly string[]): RegExp[] {
  const all = [...new Set(words.flatMap((one) => one.split('|')))];
  return LENGTHS.flatMap((length) => {
    const those = all.filter((word) => LENGTHS.find((one) => one.test(word)) === length);
    return those.length === 0 ? [] : new RegExp(those.join('|'), 'im');
  });
}
