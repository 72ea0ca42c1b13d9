import { PRESETS } from '../../kubernetes/embedded-pods.ts';
import { workloadKind } from '../../kubernetes/workloads.ts';
import { writtenKinds } from '../../kubernetes/written-kinds.ts';
import { literal } from '../../text/literal.ts';
import { mayHaveWindowsEvidence } from '../../windows/evidence-words.ts';
import { parsePattern } from '../pattern.ts';
import type { FieldPattern, Rule } from '../rule.ts';
import type { Settings } from '../settings/settings.ts';
import { lazily } from './lazily.ts';

/**
 * Whether a document can matter, by its text alone: what is not even parsed is what makes a large workspace fast.
 * `selecting`: only if it selects pods for Windows.
 */
export type Relevance = 'none' | 'selecting' | 'some';

/** What documents must hold for rules that need no evidence of Windows. */
export interface RelevantWords {
  /** Lists of keys of pods; each of a list has to be there. */
  readonly pods: () => readonly Keys[];
  /** The same by kind of object. */
  readonly objects: readonly {
    readonly kind: string;
    readonly selects: boolean;
    readonly keys: () => readonly Keys[];
  }[];
}

type RelevanceSettings = Pick<Settings, 'mixedCluster' | 'windowsImages' | 'embeddedPods'>;

type Keys = readonly { readonly key: string; readonly word: RegExp }[];

/** What follows from what rules watch. */
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
          return withoutEvidence?.map((one) => [one]) ?? (pod?.watches ?? []).map(keysOf);
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
 * Reads a text for that. It may say too much, never too little: where a rule or a fact would speak. A test holds that on
 * real manifests, on every example and on random texts.
 */
export function relevance(text: string, words: RelevantWords, settings: RelevanceSettings): Relevance {
  if (!text.includes('kind')) return 'none';
  // A directive can be wrong in any document.
  const kinds = text.includes('kubewin:') ? undefined : writtenKinds(text);
  if (kinds === undefined || [...kinds].some((kind) => mayHoldPods(kind, settings))) {
    // In a mixed cluster Linux pods matter too, which need no word of Windows.
    if (
      settings.mixedCluster ||
      mayHaveWindowsEvidence(text) ||
      settings.windowsImages.some((one) => text.includes(one))
    ) {
      return 'some';
    }
    if (holds(words.pods(), text)) return 'some';
  }
  const objects = words.objects.filter(
    ({ kind, keys }) => (kinds === undefined ? text.includes(kind) : kinds.has(kind)) && holds(keys(), text),
  );
  if (objects.length === 0) return 'none';
  return objects.every(({ selects }) => selects) ? 'selecting' : 'some';
}

/** What of the settings decides which texts matter. */
export function decidesRelevance({ mixedCluster, windowsImages, embeddedPods }: RelevanceSettings): string {
  return JSON.stringify([mixedCluster, windowsImages, embeddedPods]);
}

function holds(lists: readonly Keys[], text: string): boolean {
  // Looking for a text is faster than for a word.
  return lists.some((keys) => keys.every(({ key, word }) => text.includes(key) && word.test(text)));
}

/** Whether a pod may be an object of this kind or a part of it, or of what Kustomize makes of it. */
function mayHoldPods(kind: string, { embeddedPods }: Pick<Settings, 'embeddedPods'>): boolean {
  if (workloadKind(kind) !== undefined || /^(?:List|Kustomization|Component)$/.test(kind)) return true;
  return [...PRESETS, ...Object.keys(embeddedPods)].some((one) => one.endsWith(`/${kind}`));
}

/** The keys of a pattern without those in which `*` stands for any text. */
function keysOf(pattern: FieldPattern): string[] {
  return parsePattern(pattern).flatMap((step) => (typeof step === 'object' && 'key' in step ? step.key : []));
}

/** Each list once, and none that has all of another one: where it is there, the other is as well. */
function distinct(lists: readonly (readonly string[])[]): Keys[] {
  const sets = lists.map((keys) => new Set(keys));
  return sets
    .filter((keys, i) => {
      const isEnough = (other: Set<string>) => [...other].every((key) => keys.has(key));
      return !sets.some(
        (other, j) => (other.size < keys.size || (other.size === keys.size && j < i)) && isEnough(other),
      );
    })
    .map((keys) => [...keys].reverse().map((key) => ({ key, word: word(key) })));
}

/** A key as a word: the one of a label does not count for its last part. */
function word(key: string): RegExp {
  return new RegExp(`(?<![\\w./-])${literal(key)}(?![\\w./-])`);
}
