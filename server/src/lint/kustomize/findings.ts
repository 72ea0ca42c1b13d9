import type { KubeObject } from '../../kubernetes/object.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import { intendedOs, type Verdict } from '../../windows/verdict.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAround } from '../../yaml/read/locate.ts';
import { severityOf } from '../effect.ts';
import { distinct, type Finding } from '../finding.ts';
import type { Fix, JudgedPod } from '../rule.ts';
import { type LintContext, objectKey } from '../rule-set/rule-set.ts';
import { objectFindings, podFindings } from '../rule-set/run-rules.ts';
import type { Severity } from '../settings/settings.ts';
import {
  isWritten,
  mapUses,
  type ObjectUse,
  objectUses,
  type PatchedPod,
  placeInPatch,
  relatedHere,
  type Use,
  writtenHere,
} from './use.ts';

// What is wrong is what is wrong in the objects that Kustomize makes, told where it is written. What is found in a
// document by itself says which of several files tell it, and has the fixes, for these are made for its text.

/** An object that Kustomize makes, and what is found in it, with places in that object. */
interface Made {
  readonly use: ObjectUse;
  readonly found: readonly Finding[];
}

/** What is found in an object that Kustomize makes, told where it is written, by that place and rule. */
interface Told {
  readonly use: Pick<ObjectUse, 'object' | 'rendered'>;
  readonly found: ReadonlyMap<string, Finding>;
}

/** What is found in a pod; the verdicts are those of its uses. */
export function findingsOfPod(
  judged: JudgedPod,
  uses: readonly Use[],
  verdicts: readonly (Verdict | undefined)[],
  context: LintContext,
): readonly Finding[] {
  const { pod } = judged;
  const alone = podFindings(judged, context);
  if (uses.length === 0) return alone;
  const found = mapUses(uses, (use, i) => {
    const verdict = verdicts[i];
    if (use.pod === undefined || verdict === undefined) return undefined;
    const evidence = verdict.evidence.map((one) =>
      // A directive stands in the document that is written.
      one.kind === 'directive' && context.at && !('uri' in one.at)
        ? { ...one, at: { ...context.at, span: one.at } }
        : one,
    );
    const known = { ...use.pod, partial: use.pod.partial || use.rendered.isIncomplete };
    return podFindings({ pod: known, verdict: { ...verdict, evidence } }, context);
  });
  // Nothing is safe to mend where it is another file that makes it wrong.
  const isSafe = intendedOs(pod)?.os === 'windows' || uses.every(({ rendered }) => rendered.object === null);
  return foundHere(pod.object, alone, withFound(uses, found), isSafe);
}

/** What is found in an object itself. */
export function findingsOfObject(object: KubeObject, context: LintContext): readonly Finding[] {
  const uses = context.rules.objects.has(objectKey(object.group, object.kind)) ? objectUses(object, context) : [];
  const alone = objectFindings(object, context);
  if (uses.length === 0) return alone;
  const found = mapUses(uses, (use) => use.object && objectFindings(use.object, context));
  return foundHere(object, alone, withFound(uses, found), true);
}

/** Without those in which nothing could be looked for. */
function withFound(uses: readonly ObjectUse[], found: readonly (readonly Finding[] | undefined)[]): readonly Made[] {
  return uses.flatMap((use, i): Made | readonly [] => {
    const own = found[i];
    return own === undefined ? [] : { use, found: own };
  });
}

/**
 * What is wrong in what Kustomize makes of an object and is told in its document: what is found in the document by itself
 * too, and what is wrong only together with other files where it is the first that writes the field.
 */
function foundHere(
  written: KubeObject,
  alone: readonly Finding[],
  made: readonly Made[],
  isSafe: boolean,
): readonly Finding[] {
  const { document } = written.field;
  const own = byKey(alone, (one) => ({ key: keyOf(one, fieldAround(document, one.at)), finding: one }));
  const found = mapUses(
    made.map(({ use }) => use),
    (use, i) => {
      const all = byKey(made[i]?.found ?? [], (one) => {
        const location = writtenHere(one.at, use, written.field);
        if (location === undefined) return undefined;
        const { kind, name, namespace } = written;
        const related = one.related.flatMap((other) => relatedHere(other, use));
        const finding = { ...one, at: location.at, object: { kind, name, namespace }, related };
        return { key: keyOf(one, location.field), finding, isFirst: location.isFirst && !use.rendered.isIncomplete };
      });
      const here = [...all].filter(([key, { isFirst }]) => own.has(key) || isFirst);
      return new Map(here.map(([key, { finding }]) => [key, finding]));
    },
  );
  const told = made.map(({ use }, i): Told => ({ use, found: found[i] ?? new Map() }));
  return toTell(told).map(([key, one, all]) => {
    const finding = own.get(key)?.finding;
    const fixes = finding === undefined || all.length < told.length ? [] : fixesOf(finding, all, isSafe);
    return { ...one, at: finding?.at ?? one.at, fixes };
  });
}

/** The fixes of a finding that mend what Kustomize makes as well. */
function fixesOf({ fixes }: Finding, made: readonly Finding[], isSafe: boolean): readonly Fix[] {
  return fixes.flatMap((fix): Fix | readonly [] => {
    const same = [...new Set(made)].map((one) => one.fixes.find((other) => shapeOf(other) === shapeOf(fix)));
    if (same.includes(undefined)) return [];
    const isSame = same.every((one) => JSON.stringify(one) === JSON.stringify(fix));
    return isSafe && isSame ? fix : { ...fix, safety: 'review' };
  });
}

/** What a fix says and changes, wherever in its document: lists may be in another order in what Kustomize makes. */
function shapeOf({ title, changes }: Fix): string {
  return [title, ...changes.map(({ kind, path }) => `${kind} ${path.at(-1)}`)].join();
}

/**
 * What stands in a document that holds no pod and still makes some: patches within a Kustomize file, its images, JSON
 * patches. It is found in the pods that come of them and pointed at as exactly as it is known.
 */
export function findingsInPatches(
  document: Document,
  pods: readonly (PatchedPod & JudgedPod)[],
  context: LintContext,
): readonly Finding[] {
  const places = new Map<string, Span>();
  const told = pods.map((patched) => {
    const { pod } = patched;
    const found = byKey(podFindings(patched, context), (one) => {
      const location = placeInPatch(one.at, patched, document);
      if (location === undefined) return undefined;
      const use = { object: pod.object, rendered: patched.rendered, own: location.source };
      const related = one.related.flatMap((other) => relatedHere(other, use));
      const key = `${one.rule} ${location.written.start} ${location.written.end} ${one.field}`;
      places.set(key, location.written);
      return { key, finding: { ...one, at: location.at, related, fixes: [] } };
    });
    return {
      patched,
      use: { object: pod.object, rendered: patched.rendered },
      found: new Map([...found].map(([key, { finding }]) => [key, finding])),
    };
  });
  const found = [...places].flatMap(([key, written]) =>
    toTell(
      told.filter(({ patched }) => isWritten(written, patched)),
      [key],
    ).map(([, one]) => one),
  );
  return distinct(found);
}

/**
 * What to tell of what is found in several objects: what is found in all of them, as the mildest has it, and what keeps
 * one of them from running for sure, with the name of the Kustomize file that makes it where the others say otherwise.
 */
function toTell(
  told: readonly Told[],
  keys: readonly string[] = [...new Set(told.flatMap(({ found }) => [...found.keys()]))],
): readonly (readonly [key: string, finding: Finding, all: readonly Finding[]])[] {
  return keys.flatMap((key) => {
    const all = told.flatMap(({ use, found }) => {
      const finding = found.get(key);
      return finding === undefined ? [] : [{ use, finding }];
    });
    const inOrder = all.toSorted((a, b) => rankOf(a.finding) - rankOf(b.finding));
    const chosen =
      inOrder.find(({ finding }) => endsPod(finding)) ?? (all.length === told.length ? inOrder.at(-1) : undefined);
    if (chosen === undefined) return [];
    const isSameInAll =
      all.length === told.length && all.every(({ finding }) => finding.message === chosen.finding.message);
    const findings = all.map(({ finding }) => finding);
    return [[key, isSameInAll ? chosen.finding : inOne(chosen.finding, chosen.use), findings] as const];
  });
}

/** A finding that does not hold in every object that Kustomize makes. */
function inOne(finding: Finding, { object, rendered: { name, location } }: Told['use']): Finding {
  const what = object === undefined ? 'it' : `${object.kind} \`${object.name}\``;
  const message = t`${finding.message} This is so in what \`${nameOf(name)}\` makes of ${what}.`;
  return {
    ...finding,
    message,
    related: [...finding.related, { at: location, message: 'Kustomize builds the object here.' }],
  };
}

/** The name of a Kustomize file with that of its folder. */
function nameOf(uri: string): string {
  const name = uri.split('/').slice(-2).join('/');
  return uri.startsWith('file:') ? decodeURIComponent(name) : name;
}

/** What is found, by a key of each; what has the same one is told apart by its order. */
function byKey<T extends { readonly key: string }>(
  findings: readonly Finding[],
  tell: (one: Finding) => T | undefined,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const one of findings) {
    const told = tell(one);
    let key = told?.key ?? '';
    while (found.has(key)) key += '+';
    if (told !== undefined) found.set(key, told);
  }
  return found;
}

function keyOf({ rule, at }: Finding, field: Field | undefined): string {
  const { start, end } = field?.wholeSpan ?? at;
  return `${rule} ${start} ${end}`;
}

/** The worse, the lower. */
function rankOf({ outcome }: Finding): number {
  return outcome === undefined ? 0 : SEVERITIES.indexOf(severityOf(outcome));
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Whether the pod cannot run, as far as that is known for sure. */
function endsPod({ effect, outcome, certainty }: Finding): boolean {
  return (effect === 'rejected' || effect === 'fails') && outcome?.doubtful !== true && certainty !== 'guessed';
}
