import { intendedOs, type Verdict } from '../windows/verdict.ts';
import type { Document } from '../yaml/document.ts';
import { podFindings } from './ask.ts';
import type { Finding, Workload } from './finding.ts';
import {
  isWritten,
  patchedPods,
  placeInPatch,
  relatedHere,
  sameField,
  type Use,
  writtenHere,
} from './kustomize-use.ts';
import { isCertainlyWindows, verdictAlone, verdictHere } from './pod-verdict.ts';
import type { Fix } from './rule.ts';
import type { LintContext } from './rule-set.ts';

/** What is found in a pod that Kustomize makes, with places in that pod. */
interface UseFindings {
  readonly use: Use;
  readonly found: readonly Finding[];
}

/** What is found in each use of a pod that is not left as it is written. */
export function foundInUses(
  { verdict, uses = [] }: Workload,
  verdicts: readonly Verdict[],
  context: LintContext,
): readonly UseFindings[] {
  return uses.flatMap((use, i) => {
    if (use.pod === undefined) return use.rendered.object === null ? [] : [{ use, found: [] }];
    const evidence = (verdicts[i]?.evidence ?? []).map((one) =>
      // A directive stands in the document that is written.
      one.signal === 'directive' && context.at && !('uri' in one.at)
        ? { ...one, at: { ...context.at, span: one.at } }
        : one,
    );
    return [{ use, found: podFindings({ pod: use.pod, verdict: { ...verdict, evidence } }, context) }];
  });
}

/**
 * The findings that hold in every pod that Kustomize makes of this one: what another file overrides, removes or adds
 * speaks against them. Nothing is safe to mend where it is another file that makes it wrong.
 */
export function stillThere(
  findings: readonly Finding[],
  { pod }: Workload,
  joined: readonly UseFindings[],
): readonly Finding[] {
  if (joined.length === 0) return findings;
  const isDeclaredHere = intendedOs(pod)?.os === 'windows';
  return findings
    .filter((finding) =>
      joined.every(({ use, found }) =>
        found.some((one) => one.rule === finding.rule && sameField(finding.at, pod, one.at, use)),
      ),
    )
    .map((finding) =>
      isDeclaredHere ? finding : { ...finding, fixes: finding.fixes.map((fix): Fix => ({ ...fix, safety: 'review' })) },
    );
}

/**
 * What keeps every pod that Kustomize makes of this one from running and is wrong only together with other files. It is
 * said of the first file that writes the field, and nothing is mended: any of the files may be the one to change.
 */
export function onlyTogether(
  findings: readonly Finding[],
  { pod, uses = [] }: Workload,
  joined: readonly UseFindings[],
): readonly Finding[] {
  if (joined.length < uses.length || uses.some(({ open }) => open)) return [];
  const { kind, name, namespace } = pod.object;
  const [first = [], ...others] = joined.map(({ use, found }) =>
    found.flatMap((one): Finding[] => {
      const at = one.effect === 'rejected' || one.effect === 'fails' ? writtenHere(one.at, use, pod) : undefined;
      const related = one.related.flatMap((place) => relatedHere(place, use));
      return at === undefined ? [] : [{ ...one, at, object: { kind, name, namespace }, related, fixes: [] }];
    }),
  );
  return first.filter((one) => !findings.some(isSame(one)) && others.every((found) => found.some(isSame(one))));
}

function isSame(one: Finding): (other: Finding) => boolean {
  return ({ rule, at }) => rule === one.rule && at.start === one.at.start;
}

/**
 * What keeps a use of a pod from running, where that use is certainly a Windows pod and not all are. Nothing is mended:
 * it may be right in the others.
 */
export function inSomeUses(
  { pod, verdict, uses = [] }: Workload,
  verdicts: readonly Verdict[],
  context: LintContext,
): readonly Finding[] {
  if (isCertainlyWindows(verdict)) return [];
  const isOfWindows = (one: Finding) =>
    endsPod(one) && context.rules.rules.find(({ id }) => id === one.rule)?.gate === 'windows';
  const found = uses.flatMap((use, i) => {
    const made = verdicts[i];
    if (made === undefined || !isCertainlyWindows(made)) return [];
    const workload = { pod, verdict: verdictHere(made, use, pod), uses: [use] };
    const found = podFindings(workload, context).filter(isOfWindows);
    return stillThere(found, workload, foundInUses(workload, [made], context)).map((one) => ({
      ...one,
      message: `${one.message} This is so where Kustomize makes a Windows pod of it.`,
      related: [...one.related, { at: use.rendered.place, message: 'Kustomize makes a Windows pod of it here.' }],
      fixes: [],
    }));
  });
  return found.filter((one, i) => found.findIndex(isSame(one)) === i);
}

/**
 * What stands in a document that holds no pod and still makes some: patches within a Kustomize file, its images, JSON
 * patches. It is found in the pods that come of them, if in all, and pointed at as exactly as it is known.
 */
export function inPatches(
  document: Document,
  workloads: readonly Workload[],
  context: LintContext,
): readonly Finding[] {
  const starts = workloads.map(({ pod }) => pod.object.field.valueSpan.start);
  const made = patchedPods(starts, context).map((patched) => {
    const pod = { ...patched.pod, partial: true };
    const verdict = verdictAlone(pod, pod, [], context);
    const findings = podFindings({ pod, verdict }, context);
    const found = findings.flatMap((one) => {
      const place = placeInPatch(one.at, patched, document);
      if (place === undefined) return [];
      const related = one.related.flatMap((other) => relatedHere(other, { ...patched, own: place.source }));
      return [{ ...one, at: place.at, related, fixes: [], written: place.written }];
    });
    return { patched, found };
  });
  const distinct = new Map<string, Finding>();
  for (const { written, ...one } of made.flatMap(({ found }) => found)) {
    const isInAll = made.every(({ patched, found }) => !isWritten(written, patched) || found.some(isSame(one)));
    const key = `${one.rule} ${one.at.start} ${one.message}`;
    if (isInAll && !distinct.has(key)) distinct.set(key, one);
  }
  return [...distinct.values()];
}

/** Whether the pod cannot run, as far as that is known for sure. */
function endsPod({ effect, outcome }: Finding): boolean {
  return (effect === 'rejected' || effect === 'fails') && outcome?.doubtful !== true;
}
