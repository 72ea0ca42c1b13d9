import { type KubernetesVersion, minorOf } from '../../kubernetes/version.ts';

/** What is found for a release on the way of an upgrade. */
export interface AtRelease<T> {
  readonly release: KubernetesVersion;
  readonly report: T;
}

/** What an upgrade does to something that is found. */
export interface Change<T> {
  /** Undefined if it is new. */
  readonly before: T | undefined;
  /** Undefined if it is gone. */
  readonly after: T | undefined;
  /** The first release from which on it is as after the upgrade. */
  readonly since: KubernetesVersion;
}

export type ChangeKind = 'new' | 'changed' | 'gone';

export function kindOf({ before, after }: Pick<Change<unknown>, 'before' | 'after'>): ChangeKind {
  return before === undefined ? 'new' : after === undefined ? 'gone' : 'changed';
}

/**
 * What differs between the first and the last of several releases, the oldest first. The same key identifies the same thing;
 * its state is what can change.
 */
export function changesOf<T>(
  reports: readonly AtRelease<readonly T[]>[],
  keyOf: (item: T) => string,
  stateOf: (item: T) => string,
): readonly Change<T>[] {
  const sorted = reports.toSorted((a, b) => minorOf(a.release) - minorOf(b.release));
  const [today] = sorted;
  const target = sorted.at(-1);
  if (today === undefined || target === undefined) return [];
  const pairsOf = (from: readonly T[], to: readonly T[]) => pairs(from, to, keyOf, stateOf);
  const changed = pairsOf(today.report, target.report).filter((pair) => !isSame(pair, stateOf));
  if (changed.length === 0) return [];
  // The releases in between, the newest first.
  const between = sorted
    .slice(1, -1)
    .reverse()
    .map(({ release, report }) => ({
      release,
      toTarget: new Map(pairsOf(report, target.report).map((pair) => [pair.after, pair.before])),
      fromToday: new Map(pairsOf(today.report, report).map((pair) => [pair.before, pair.after])),
    }));
  return changed.map(({ before, after }) => {
    let since = target.release;
    for (const { release, toTarget, fromToday } of between) {
      const then = after === undefined ? fromToday.get(before) : toTarget.get(after);
      if (!isSame({ before: then, after }, stateOf)) break;
      since = release;
    }
    return { before, after, since };
  });
}

type Pair<T> = Pick<Change<T>, 'before' | 'after'>;

function isSame<T>({ before, after }: Pair<T>, stateOf: (item: T) => string): boolean {
  if (before === undefined || after === undefined) return before === after;
  return stateOf(before) === stateOf(after);
}

/** The same things before and after, in the order of the text. Of several with one key, those in the same state are paired first. */
function pairs<T>(
  from: readonly T[],
  to: readonly T[],
  keyOf: (item: T) => string,
  stateOf: (item: T) => string,
): readonly Pair<T>[] {
  const left = new Map<string, T[]>();
  for (const item of from) left.set(keyOf(item), [...(left.get(keyOf(item)) ?? []), item]);
  const partners = new Map<T, T>();
  const pairUp = (fits: (before: T, after: T) => boolean) => {
    for (const after of to) {
      if (partners.has(after)) continue;
      const candidates = left.get(keyOf(after)) ?? [];
      const at = candidates.findIndex((before) => fits(before, after));
      if (at !== -1) partners.set(after, ...(candidates.splice(at, 1) as [T]));
    }
  };
  pairUp((before, after) => stateOf(before) === stateOf(after));
  pairUp(() => true);
  return [
    ...to.map((after) => ({ before: partners.get(after), after })),
    ...[...left.values()].flat().map((before) => ({ before, after: undefined })),
  ];
}
