import type { KubeObject } from '../../kubernetes/object.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs, isCertain, type Verdict } from '../../windows/verdict.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAround } from '../../yaml/read/locate.ts';
import { severityOf } from '../effect.ts';
import { atCause, distinct, type Finding } from '../finding.ts';
import { AUTOMATIC, type Fix, type JudgedPod, type Safety } from '../rule.ts';
import { type LintContext, objectKey } from '../rule-set/rule-set.ts';
import { objectFindings, podFindings } from '../rule-set/run-rules.ts';
import type { Severity } from '../settings/settings.ts';
import {
  isUsedBy,
  locationInPatch,
  mapUses,
  type ObjectUse,
  objectUses,
  type PatchedPod,
  relatedHere,
  type Use,
  writtenHere,
} from './use.ts';

// Problems are those of the rendered objects, reported where the fields are written. The findings in the document by itself
// decide which of several files reports a problem, and provide the fixes, which change the text of the document.

/** A rendered object and its findings, with locations in that object. */
interface RenderedFindings {
  readonly use: ObjectUse;
  readonly findings: readonly Finding[];
}

/** The findings in a rendered object with the locations where they are written, by location and rule. */
interface WrittenFindings {
  readonly use: Pick<ObjectUse, 'object' | 'rendered'>;
  readonly findings: ReadonlyMap<string, Finding>;
}

/** The findings in a pod; the verdicts are those of its uses. */
export function findingsOfPod(
  judged: JudgedPod,
  uses: readonly Use[],
  verdicts: readonly (Verdict | undefined)[],
  context: LintContext,
): readonly Finding[] {
  const { pod } = judged;
  const own = podFindings(judged, context);
  if (uses.length === 0) return own;
  const found = mapUses(uses, (use, i) => {
    const verdict = verdicts[i];
    if (use.pod === undefined || verdict === undefined) return undefined;
    const evidence = verdict.evidence.map((evidence) =>
      // A directive is in the written document, not in the rendered one.
      evidence.kind === 'directive' && context.at && !('uri' in evidence.at)
        ? { ...evidence, at: { ...context.at, span: evidence.at } }
        : evidence,
    );
    const rendered = { ...use.pod, partial: use.pod.partial || use.rendered.isIncomplete };
    return podFindings({ pod: rendered, verdict: { ...verdict, evidence } }, context);
  });
  // A fix needs a review if the problem is caused by another file.
  const isOwn = uses.every(({ rendered }) => rendered.object === null) || intendedOs(pod)?.os === 'windows';
  const isKept = isOwn || nodeConstraint(pod, context.facts).nodes === 'windows';
  const keeps: readonly Safety[] = isOwn ? AUTOMATIC : isKept ? ['ineffective'] : [];
  return findingsHere(pod.object, own, renderedFindings(uses, found), keeps);
}

/** The findings in an object, outside of its pods. */
export function findingsOfObject(object: KubeObject, context: LintContext): readonly Finding[] {
  const uses = context.rules.objects.has(objectKey(object.group, object.kind)) ? objectUses(object, context) : [];
  const own = objectFindings(object, context);
  if (uses.length === 0) return own;
  const found = mapUses(uses, (use) => use.object && objectFindings(use.object, context));
  return findingsHere(object, own, renderedFindings(uses, found), AUTOMATIC);
}

/** Without uses that delete the object. */
function renderedFindings(
  uses: readonly ObjectUse[],
  found: readonly (readonly Finding[] | undefined)[],
): readonly RenderedFindings[] {
  return uses.flatMap((use, i): RenderedFindings | readonly [] => {
    const findings = found[i];
    return findings === undefined ? [] : { use, findings };
  });
}

/**
 * The problems of rendered objects that are reported in this document: those that are found in the document by itself, too,
 * and those that exist only together with other files, if this document is the first that writes the field. `keeps` are the
 * kinds of fixes that do not become one for review.
 */
function findingsHere(
  written: KubeObject,
  ownFindings: readonly Finding[],
  rendered: readonly RenderedFindings[],
  keeps: readonly Safety[],
): readonly Finding[] {
  const { document } = written.field;
  const own = byKey(ownFindings, (finding) => {
    const caused = atCause(finding);
    return { key: keyOf(caused, fieldAround(document, caused.at)), finding };
  });
  const found = mapUses(
    rendered.map(({ use }) => use),
    (use, i) => {
      const all = byKey(rendered[i]?.findings.map(atCause) ?? [], (found) => {
        const location = writtenHere(found.at, use, written.field);
        if (location === undefined) return undefined;
        const { kind, name, namespace } = written;
        const related = found.related.flatMap((other) => relatedHere(other, use));
        const finding = { ...found, at: location.at, object: { kind, name, namespace }, related };
        return { key: keyOf(found, location.field), finding, isFirst: location.isFirst && !use.rendered.isIncomplete };
      });
      const here = [...all].filter(([key, { isFirst }]) => own.has(key) || isFirst);
      return new Map(here.map(([key, { finding }]) => [key, finding]));
    },
  );
  const all = rendered.map(({ use }, i): WrittenFindings => ({ use, findings: found[i] ?? new Map() }));
  return summarize(all).map(([key, finding, same]) => {
    const ownFinding = own.get(key)?.finding;
    const fixes = ownFinding === undefined || same.length < all.length ? [] : fixesOf(ownFinding, same, keeps);
    return { ...finding, at: ownFinding?.at ?? finding.at, fixes };
  });
}

/** The fixes of a finding that also solve it in all rendered objects. */
function fixesOf({ fixes }: Finding, rendered: readonly Finding[], keeps: readonly Safety[]): readonly Fix[] {
  return fixes.flatMap((fix): Fix | readonly [] => {
    const same = [...new Set(rendered)].map((finding) =>
      finding.fixes.find((other) => shapeOf(other) === shapeOf(fix)),
    );
    if (same.includes(undefined)) return [];
    const isSame = same.every((other) => JSON.stringify(other) === JSON.stringify(fix));
    return keeps.includes(fix.safety) && isSame ? fix : { ...fix, safety: 'review' };
  });
}

/** The title and the changes of a fix without their parents: Kustomize can reorder lists. */
function shapeOf({ title, changes }: Fix): string {
  return [title, ...changes.map(({ kind, path }) => `${kind} ${path.at(-1)}`)].join();
}

/**
 * Problems in documents without pods that change pods: patches in a Kustomize file, its images, and JSON patches. They are
 * found in the rendered pods and reported at the most exact location that is known.
 */
export function findingsInPatches(
  document: Document,
  pods: readonly (PatchedPod & JudgedPod)[],
  context: LintContext,
): readonly Finding[] {
  const spans = new Map<string, Span>();
  const all = pods.map((patched) => {
    const { pod } = patched;
    const found = byKey(podFindings(patched, context).map(atCause), (finding) => {
      const location = locationInPatch(finding.at, patched, document);
      if (location === undefined) return undefined;
      const use = { object: pod.object, rendered: patched.rendered, own: location.source };
      const related = finding.related.flatMap((other) => relatedHere(other, use));
      const key = `${finding.rule} ${location.written.start} ${location.written.end} ${finding.field}`;
      spans.set(key, location.written);
      return { key, finding: { ...finding, at: location.at, related, fixes: [] } };
    });
    return {
      patched,
      use: { object: pod.object, rendered: patched.rendered },
      findings: new Map([...found].map(([key, { finding }]) => [key, finding])),
    };
  });
  const findings = [...spans].flatMap(([key, written]) =>
    summarize(
      all.filter(({ patched }) => isUsedBy(written, patched)),
      [key],
    ).map(([, finding]) => finding),
  );
  return distinct(findings);
}

/**
 * What is reported of the findings in several rendered objects: those that all objects have, with the lowest severity, and
 * those that certainly prevent one pod from running. If the objects differ, the message names the Kustomize file.
 */
function summarize(
  objects: readonly WrittenFindings[],
  keys: readonly string[] = [...new Set(objects.flatMap(({ findings }) => [...findings.keys()]))],
): readonly (readonly [key: string, finding: Finding, all: readonly Finding[]])[] {
  return keys.flatMap((key) => {
    const all = objects.flatMap(({ use, findings }) => {
      const finding = findings.get(key);
      return finding === undefined ? [] : [{ use, finding }];
    });
    const inOrder = all.toSorted((a, b) => rankOf(a.finding) - rankOf(b.finding));
    const chosen =
      inOrder.find(({ finding }) => preventsStart(finding)) ??
      (all.length === objects.length ? inOrder.at(-1) : undefined);
    if (chosen === undefined) return [];
    const isSameInAll =
      all.length === objects.length && all.every(({ finding }) => finding.message === chosen.finding.message);
    const findings = all.map(({ finding }) => finding);
    return [[key, isSameInAll ? chosen.finding : withUse(chosen.finding, chosen.use), findings] as const];
  });
}

/** A finding that not all rendered objects have, with the name of the Kustomize file. */
function withUse(finding: Finding, { object, rendered: { name, location } }: WrittenFindings['use']): Finding {
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

/** Findings by key. Equal keys are made distinct in the order of the findings. */
function byKey<T extends { readonly key: string }>(
  findings: readonly Finding[],
  entryOf: (finding: Finding) => T | undefined,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const finding of findings) {
    const entry = entryOf(finding);
    let key = entry?.key ?? '';
    while (found.has(key)) key += '+';
    if (entry !== undefined) found.set(key, entry);
  }
  return found;
}

function keyOf({ rule, at }: Finding, field: Field | undefined): string {
  const { start, end } = field?.wholeSpan ?? at;
  return `${rule} ${start} ${end}`;
}

/** The higher the severity, the lower the rank. */
function rankOf({ outcome }: Finding): number {
  return outcome === undefined ? 0 : SEVERITIES.indexOf(severityOf(outcome));
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Whether the problem certainly prevents the pod from running. */
function preventsStart({ effect, outcome, certainty }: Finding): boolean {
  return (
    (effect === 'rejected' || effect === 'fails') &&
    outcome?.doubtful !== true &&
    (certainty === null || isCertain(certainty))
  );
}
