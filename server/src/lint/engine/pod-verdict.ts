import { type KubeObject, objects } from '../../kubernetes/object.ts';
import { type Pod, podsOf } from '../../kubernetes/pod.ts';
import { contains } from '../../text/span.ts';
import { combinedVerdict, isCertain, type Verdict, verdict } from '../../windows/verdict.ts';
import type { Branch } from '../../yaml/read/branches.ts';
import type { Document } from '../../yaml/read/document.ts';
import { type Directive, readDirectives } from '../directives/directive.ts';
import { evidenceHere, isPartial, isPatch, mapUses, type Use, usesOf } from '../kustomize/use.ts';
import type { JudgedPod } from '../rule.ts';
import type { LintContext } from '../rule-set/rule-set.ts';

/** A pod as it is written, with its verdict and those of the pods that Kustomize builds from it. */
export interface WrittenPod extends JudgedPod {
  readonly uses: readonly Use[];
  /** One for each use; undefined if the use deletes the pod. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** An object as one branch of a template renders it, with its pods. */
interface WrittenObject {
  readonly object: KubeObject;
  readonly branch: Branch | undefined;
  readonly pods: readonly WrittenPod[];
}

/** The pods of a document with their verdicts, before rules run. */
export interface JudgedDocument {
  readonly directives: readonly Directive[];
  /** Each object once for each branch of a template. */
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
  const written = document.views.flatMap(({ root, branch }) =>
    objects(document, root).map((object) => ({
      object,
      branch,
      pods: podsOf(object, context.settings.embeddedPods).map((pod) => {
        const uses = usesOf(pod, context);
        const verdicts = verdictsOf(pod, uses, directives, context);
        const verdict = commonVerdict(pod, uses, verdicts, directives, context);
        return { pod: isPartial(uses, context) ? { ...pod, partial: true } : pod, branch, uses, verdicts, verdict };
      }),
    })),
  );
  const views = new Map<number, PodView[]>();
  for (const view of written.flatMap(({ pods }) => pods)) {
    const { start } = view.pod.spec.span;
    views.set(start, [...(views.get(start) ?? []), view]);
  }
  return written.map((object) => {
    const pods = object.pods.map((pod) => {
      if (pod.uses.length > 0) return pod;
      return { ...pod, verdict: verdictAcrossBranches(pod, views.get(pod.pod.spec.span.start) ?? []) };
    });
    return { ...object, pods };
  });
}

/**
 * The pods that result from a written pod in the cluster: one for each namespace that Kustomize deploys it to, none if it
 * is only a patch of other pods or is deleted.
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
    const usesThere = uses.filter((use) => use.pod?.object.namespace === namespace);
    const rendered = usesThere.length === 1 ? usesThere[0]?.pod : undefined;
    const verdicts = verdictsOf(pod, usesThere, directives, context);
    const verdict = commonVerdict(pod, usesThere, verdicts, directives, context);
    return { pod: rendered ?? { ...pod, object: { ...pod.object, namespace } }, verdict };
  });
}

/** A pod as one branch of a template renders it, and its verdict. */
interface PodView {
  readonly pod: Pod;
  readonly branch: Branch | undefined;
  readonly verdict: Verdict;
}

/**
 * The verdict of a pod, or the verdict of all branches of an `if` with `else` in its template if they agree: one of them
 * is always rendered. `views` are the views of the same pod with each of the branches.
 */
function verdictAcrossBranches({ pod, branch, verdict }: PodView, views: readonly PodView[]): Verdict {
  const { template } = pod.spec.document;
  if (template === undefined || isCertain(verdict.certainty)) return verdict;
  for (const choice of new Set(views.map((view) => view.branch?.choice))) {
    const start = choice?.[0]?.start ?? 0;
    if (!choice?.at(-1)?.isLast) continue;
    // The `if` itself is in a branch that this view does not have.
    const outer = template.branchAt(start - 1);
    if (outer !== undefined && (branch === undefined || !contains(outer, branch))) continue;
    if (branch !== undefined && choice.some((option) => contains(option, branch))) continue;
    const verdicts = choice.flatMap((option) => views.find((view) => view.branch === option)?.verdict ?? []);
    const [first, ...others] = verdicts;
    if (first === undefined || verdicts.length < choice.length) continue;
    const common = combinedVerdict(first, others);
    if (common.certainty !== null && others.every(({ os }) => os === first.os)) return common;
  }
  return verdict;
}

type VerdictContext = Pick<LintContext, 'settings' | 'facts' | 'at' | 'chart'>;

/** The verdict of each rendered pod, with evidence in that pod; undefined if the pod is deleted. */
function verdictsOf(
  pod: Pod,
  uses: readonly Use[],
  directives: readonly Directive[],
  context: VerdictContext,
): readonly (Verdict | undefined)[] {
  return mapUses(uses, (use) => use.pod && verdictOfRendered(use.pod, pod, use, directives, context), false);
}

/** The verdict of a pod that Kustomize builds: guessed if something that could not be read may change it. */
export function verdictOfRendered(
  pod: Pod,
  written: Pod,
  { rendered }: Pick<Use, 'rendered'>,
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const verdict = ownVerdict(pod, written, directives, context);
  return verdict.certainty !== null && rendered.isUncertain ? { ...verdict, certainty: 'guessed' } : verdict;
}

/** The verdict on which all uses of a pod agree, with the locations where the evidence is written. */
function commonVerdict(
  pod: Pod,
  uses: readonly Use[],
  verdicts: readonly (Verdict | undefined)[],
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const [first, ...others] = uses.flatMap((use, i) => {
    const verdict = verdicts[i];
    if (verdict === undefined) return [];
    return [
      { ...verdict, evidence: verdict.evidence.flatMap((evidence) => evidenceHere(evidence, use, pod.object.field)) },
    ];
  });
  return first === undefined ? ownVerdict(pod, pod, directives, context) : combinedVerdict(first, others);
}

/** The verdict of a single pod. Directives apply to the pod that is written in the document. */
function ownVerdict(pod: Pod, written: Pod, directives: readonly Directive[], context: VerdictContext): Verdict {
  const directive = directives.find((candidate) => candidate.kind === 'os' && candidate.appliesTo(written));
  return verdict(pod, {
    version: context.settings.kubernetesVersion,
    facts: context.facts,
    images: context.settings,
    chart: context.chart,
    directive: directive?.kind === 'os' ? { os: directive.os, span: directive.span } : undefined,
  });
}
