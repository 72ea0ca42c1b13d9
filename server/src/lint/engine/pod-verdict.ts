import { type KubeObject, objects } from '../../kubernetes/object.ts';
import { type Pod, podsOf } from '../../kubernetes/pod.ts';
import { contains } from '../../text/span.ts';
import { agreed, type Verdict, verdict } from '../../windows/verdict.ts';
import type { Branch } from '../../yaml/read/branches.ts';
import type { Document } from '../../yaml/read/document.ts';
import { type Directive, readDirectives } from '../directives/directive.ts';
import { evidenceHere, isPart, isPatch, mapUses, type Use, usesOf } from '../kustomize/use.ts';
import type { JudgedPod } from '../rule.ts';
import type { LintContext } from '../rule-set/rule-set.ts';

/** A pod as it is written, with its verdict and those of what Kustomize makes of it. */
export interface WrittenPod extends JudgedPod {
  readonly uses: readonly Use[];
  /** One for each use; undefined for one that takes the pod away. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** An object as one branch of a template makes it, with its pods. */
interface WrittenObject {
  readonly object: KubeObject;
  readonly branch: Branch | undefined;
  readonly pods: readonly WrittenPod[];
}

/** What is known of a document before any rule is asked. */
export interface JudgedDocument {
  readonly directives: readonly Directive[];
  /** Once for each branch of a template. */
  readonly objects: readonly WrittenObject[];
}

/** The verdicts of all pods of a document. */
export function judge(document: Document, context: VerdictContext): JudgedDocument {
  const directives = readDirectives(document);
  return { directives, objects: writtenObjects(document, directives, context) };
}

function writtenObjects(
  document: Document,
  directives: readonly Directive[],
  context: VerdictContext,
): WrittenObject[] {
  const seen = document.views.flatMap(({ root, branch }) =>
    objects(document, root).map((object) => ({
      object,
      branch,
      pods: podsOf(object, context.settings.embeddedPods).map((pod) => {
        const uses = usesOf(pod, context);
        const verdicts = verdictsOf(pod, uses, directives, context);
        const verdict = verdictOver(pod, uses, verdicts, directives, context);
        return { pod: isPart(uses, context) ? { ...pod, partial: true } : pod, branch, uses, verdicts, verdict };
      }),
    })),
  );
  const views = new Map<number, Seen[]>();
  for (const one of seen.flatMap(({ pods }) => pods)) {
    const { start } = one.pod.spec.span;
    views.set(start, [...(views.get(start) ?? []), one]);
  }
  return seen.map((one) => {
    const pods = one.pods.map((pod) => {
      if (pod.uses.length > 0) return pod;
      return { ...pod, verdict: verdictAcross(pod, views.get(pod.pod.spec.span.start) ?? []) };
    });
    return { ...one, pods };
  });
}

/**
 * What there is of a written pod in the cluster: one for each namespace that Kustomize puts it into, none where it is
 * only a patch of others or is taken away.
 */
export function podsInCluster(
  written: WrittenPod,
  directives: readonly Directive[],
  context: VerdictContext,
): JudgedPod[] {
  const { pod, uses, verdict } = written;
  if (isPatch(uses, context)) return [];
  if (uses.length === 0) return [{ pod, verdict }];
  const namespaces = new Set(uses.flatMap((use) => (use.pod === undefined ? [] : [use.pod.object.namespace])));
  return [...namespaces].map((namespace) => {
    const those = uses.filter((use) => use.pod?.object.namespace === namespace);
    const made = those.length === 1 ? those[0]?.pod : undefined;
    const verdict = verdictOver(pod, those, verdictsOf(pod, those, directives, context), directives, context);
    return { pod: made ?? { ...pod, object: { ...pod.object, namespace } }, verdict };
  });
}

/** A pod as one branch of a template makes it, and the verdict of what stands there. */
interface Seen {
  readonly pod: Pod;
  readonly branch: Branch | undefined;
  readonly verdict: Verdict;
}

/**
 * The verdict of a pod, where several branches of a template say the same of it and one of them is taken for certain:
 * those of an `if` with its `else`. `views` are the same pod with each of the branches.
 */
function verdictAcross({ pod, branch, verdict }: Seen, views: readonly Seen[]): Verdict {
  const { template } = pod.spec.document;
  if (template === undefined || (verdict.certainty !== null && verdict.certainty !== 'guessed')) return verdict;
  for (const choice of new Set(views.map((one) => one.branch?.choice))) {
    const start = choice?.[0]?.start ?? 0;
    if (!choice?.at(-1)?.isLast) continue;
    // The choice itself stands in a branch that is not taken here.
    const around = template.branchAt(start - 1);
    if (around !== undefined && (branch === undefined || !contains(around, branch))) continue;
    if (branch !== undefined && choice.some((one) => contains(one, branch))) continue;
    const verdicts = choice.flatMap((one) => views.find((view) => view.branch === one)?.verdict ?? []);
    const [first, ...others] = verdicts;
    if (first === undefined || verdicts.length < choice.length) continue;
    const common = agreed(first, others);
    if (common.certainty !== null && others.every(({ os }) => os === first.os)) return common;
  }
  return verdict;
}

type VerdictContext = Pick<LintContext, 'settings' | 'facts' | 'at' | 'chart'>;

/** The verdict of each use of a pod, with evidence in the pod that Kustomize makes; nothing where there is none. */
function verdictsOf(
  pod: Pod,
  uses: readonly Use[],
  directives: readonly Directive[],
  context: VerdictContext,
): readonly (Verdict | undefined)[] {
  return mapUses(uses, (use) => use.pod && verdictOfRendered(use.pod, pod, use, directives, context), false);
}

/** The verdict of a pod that Kustomize builds: no more than a guess where what could not be read may change it. */
export function verdictOfRendered(
  pod: Pod,
  written: Pod,
  { rendered }: Pick<Use, 'rendered'>,
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const verdict = verdictAlone(pod, written, directives, context);
  return verdict.certainty !== null && rendered.isUncertain ? { ...verdict, certainty: 'guessed' } : verdict;
}

/** What all uses of a pod agree on, with evidence where it is written. */
function verdictOver(
  pod: Pod,
  uses: readonly Use[],
  verdicts: readonly (Verdict | undefined)[],
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const [first, ...others] = uses.flatMap((use, i) => {
    const verdict = verdicts[i];
    if (verdict === undefined) return [];
    return [{ ...verdict, evidence: verdict.evidence.flatMap((one) => evidenceHere(one, use, pod.object.field)) }];
  });
  return first === undefined ? verdictAlone(pod, pod, directives, context) : agreed(first, others);
}

/** The verdict of a pod by itself; the directives are those of the pod that is written in the document. */
function verdictAlone(pod: Pod, written: Pod, directives: readonly Directive[], context: VerdictContext): Verdict {
  const directive = directives.find((one) => one.kind === 'os' && one.appliesTo(written));
  return verdict(pod, {
    version: context.settings.kubernetesVersion,
    facts: context.facts,
    images: context.settings,
    chart: context.chart,
    directive: directive?.kind === 'os' ? { os: directive.os, span: directive.span } : undefined,
  });
}
