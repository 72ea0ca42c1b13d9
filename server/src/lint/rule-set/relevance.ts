import { PRESETS } from '../../kubernetes/embedded-pods.ts';
import { workloadKind } from '../../kubernetes/workloads.ts';
import { writtenKinds } from '../../kubernetes/written-kinds.ts';
import { literal } from '../../text/literal.ts';
import { mayHaveWindowsEvidence, namedNodes } from '../../windows/evidence-words.ts';
import { mayHaveWindowsImage, windowsNames } from '../../windows/images.ts';
import { parsePattern } from '../pattern.ts';
import type { FieldPattern, Rule } from '../rule.ts';
import type { OwnRule } from '../settings/own-rules.ts';
import type { CheckSettings } from '../settings/settings.ts';
import { lazily } from './lazily.ts';

/**
 * Whether a document has to be parsed, decided by its text: skipping documents makes large workspaces fast. `selecting`:
 * only if it selects Windows pods. `assigned`: only if a pod in it names a Windows Node.
 */
export type Relevance = 'none' | 'selecting' | 'assigned' | 'some';

/** Words that a document contains if rules report anything in it without evidence of Windows. */
export interface RelevantWords {
  /** Lists of keys in pods; a document has to contain all keys of a list. */
  readonly pods: () => readonly Keys[];
  /** Such lists by kind of object. */
  readonly objects: readonly {
    readonly kind: string;
    readonly selects: boolean;
    readonly keys: () => readonly Keys[];
  }[];
}

type RelevanceSettings = Pick<
  CheckSettings,
  'mixedCluster' | 'windowsImages' | 'embeddedPods' | 'assumeWindows' | 'images' | 'ownRules'
>;

type Keys = readonly { readonly key: string; readonly word: RegExp }[];

/** The words of the fields that rules watch. */
export function relevantWords(rules: readonly Rule[]): RelevantWords {
  const watched = new Map<string, { kind: string; selects: boolean; patterns: FieldPattern[] }>();
  for (const { kind, selects = false, watches } of rules.flatMap(({ objects = [] }) => objects)) {
    const known = watched.get(`${kind} ${selects}`) ?? { kind, selects, patterns: [] };
    known.patterns.push(...watches);
    watched.set(`${kind} ${selects}`, known);
  }
  return {
    pods: lazily(() =>
      distinct(
        rules.flatMap(({ gate, withoutEvidence, pod }) => {
          if ((gate !== 'any' && gate !== 'linux') || withoutEvidence === 'silent') return [];
          return withoutEvidence?.map((word) => [word]) ?? (pod?.watches ?? []).map(keysOf);
        }),
      ),
    ),
    objects: [...watched.values()].map(({ kind, selects, patterns }) => ({
      kind,
      selects,
      keys: lazily(() => distinct(patterns.map(keysOf))),
    })),
  };
}

/**
 * The relevance of a text. It can be too high, but never too low: a text is parsed if a rule reports anything in it or a
 * fact comes from it. Tests check this on real manifests, on all examples and on random texts.
 */
export function relevance(text: string, words: RelevantWords, settings: RelevanceSettings): Relevance {
  if (!text.includes('kind')) return 'none';
  // A directive can be invalid in any document.
  const kinds = text.includes('kubewin:') ? undefined : writtenKinds(text);
  const mayHavePods = kinds === undefined || [...kinds].some((kind) => mayContainPods(kind, settings));
  if (mayHavePods) {
    // In a mixed cluster, rules apply to Linux pods, too.
    if (
      settings.mixedCluster ||
      settings.assumeWindows !== undefined ||
      mayHaveWindowsEvidence(text) ||
      settings.windowsImages.some((prefix) => text.includes(prefix)) ||
      (settings.images !== undefined && mayHaveWindowsImage(text, settings.images))
    ) {
      return 'some';
    }
    if (containsAnyOf(words.pods(), text) || containsAnyOf(ownWords(settings), text)) return 'some';
  }
  const objects = words.objects.filter(
    ({ kind, keys }) => (kinds === undefined ? text.includes(kind) : kinds.has(kind)) && containsAnyOf(keys(), text),
  );
  const namesNode = mayHavePods && text.includes('nodeName') && namedNodes(text)?.length !== 0;
  if (objects.length === 0) return namesNode ? 'assigned' : 'none';
  return objects.every(({ selects }) => selects) && !namesNode ? 'selecting' : 'some';
}

/** The settings that the relevance of a text depends on, as a key. */
export function relevanceKey(settings: RelevanceSettings): string {
  const { mixedCluster, windowsImages, embeddedPods, assumeWindows, images, ownRules = [] } = settings;
  const locked = images === undefined ? [] : windowsNames(images);
  const own = ownRules.map(({ gate, fields }) => [gate, fields]);
  return JSON.stringify([mixedCluster, windowsImages, embeddedPods, assumeWindows !== undefined, own, ...locked]);
}

/** The words of the rules of users that do not need evidence of Windows. */
function ownWords({ ownRules }: RelevanceSettings): readonly Keys[] {
  if (ownRules === undefined) return [];
  const words =
    OWN_WORDS.get(ownRules) ??
    distinct(ownRules.flatMap(({ gate, fields }) => (gate === 'windows' ? [] : fields.map(keysOf))));
  OWN_WORDS.set(ownRules, words);
  return words;
}

const OWN_WORDS = new WeakMap<readonly OwnRule[], readonly Keys[]>();

function containsAnyOf(lists: readonly Keys[], text: string): boolean {
  // A substring search is faster than the regular expression.
  return lists.some((keys) => keys.every(({ key, word }) => text.includes(key) && word.test(text)));
}

/** Whether an object of this kind may be a pod or contain one, also after Kustomize has built it. */
function mayContainPods(kind: string, { embeddedPods }: RelevanceSettings): boolean {
  if (workloadKind(kind) !== undefined || /^(?:List|Kustomization|Component)$/.test(kind)) return true;
  return [...PRESETS, ...Object.keys(embeddedPods)].some((id) => id.endsWith(`/${kind}`));
}

/** The keys of a pattern, without globs. */
function keysOf(pattern: FieldPattern): string[] {
  return parsePattern(pattern).flatMap((step) => (typeof step === 'object' && 'key' in step ? step.key : []));
}

/** Without lists that contain all keys of another list: a text that contains such a list contains the other, too. */
function distinct(lists: readonly (readonly string[])[]): Keys[] {
  const sets = lists.map((keys) => new Set(keys));
  return sets
    .filter((keys, i) => {
      const includesAll = (other: Set<string>) => [...other].every((key) => keys.has(key));
      return !sets.some(
        (other, j) => (other.size < keys.size || (other.size === keys.size && j < i)) && includesAll(other),
      );
    })
    .map((keys) => [...keys].reverse().map((key) => ({ key, word: word(key) })));
}

/** A key as a word. It does not match the last part of a label with that name. */
function word(key: string): RegExp {
  return new RegExp(`(?<![\\w./-])${literal(key)}(?![\\w./-])`);
}
