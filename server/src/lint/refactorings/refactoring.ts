import type { Pod } from '../../kubernetes/pod.ts';
import type { Facts } from '../../kubernetes/questions.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import type { TextEdit } from '../../text/edit.ts';
import { t } from '../../text/localize.ts';
import { contains, type Span } from '../../text/span.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { enforcedRestricted, respectsOsName } from '../../windows/pod-security.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import { type FieldPath, samePath } from '../../yaml/read/path.ts';
import { applyDirectives } from '../directives/suppression.ts';
import { lint } from '../engine/lint.ts';
import type { Workload } from '../engine/report.ts';
import { apiPath, type Finding } from '../finding.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { rejectedOnceDeclared } from '../rule-set/run-rules.ts';
import type { Settings, Severity } from '../settings/settings.ts';
import { manualStepsFor } from './manual-steps.ts';

/** A refactoring of a workload, or the reason why it is not possible. */
export type Refactoring = {
  /** Imperative, without a period. */
  readonly title: string;
  /** How it differs from other ways to make the same pod ready for Windows; undefined for other refactorings. */
  readonly way?: WayToWindows;
} & (Done | Refusal);

/** A choice of nodes for a pod that is made ready for Windows. */
export interface WayToWindows {
  /** The release that the pod is for, or that it is for any. */
  readonly name: string;
  /** How long the selected release is supported, in words; undefined if the pod selects none. */
  readonly support: string | undefined;
}

interface Done {
  readonly ok: true;
  /** By document; offsets count from the start of each. They were applied to a copy and verified. */
  readonly edits: ReadonlyMap<Document, readonly TextEdit[]>;
  /** The changes that were made, if all are in one document and nothing was added to the file. */
  readonly changes?: readonly Change[];
  /** What has to be done by hand afterwards, the most severe first. */
  readonly manualSteps: readonly Step[];
  /** The span of an added document, in the edited document after the edit. */
  readonly added?: Span;
}

/** A step that remains to be done by hand. */
export interface Step {
  /** A sentence. */
  readonly message: string;
  /** The span in the edited document after the edit; undefined if the step is not about a field of it. */
  readonly at?: Span;
  /** Whether it is a finding, which editors show after the edit. */
  readonly isFinding?: true;
}

interface Refusal {
  readonly ok: false;
  /** A sentence. */
  readonly reason: string;
}

/**
 * Applies changes that make a pod run on an operating system, and reviews the result. `more` returns further manual steps
 * that no rule reports.
 */
export function attempt(
  title: string,
  document: Document,
  pod: Pod,
  os: OperatingSystem,
  changes: readonly Change[],
  context: LintContext,
  more: (pod: Pod) => readonly Step[] = () => [],
): Refactoring {
  const plan = editsFor(document, changes);
  if (!plan.ok) return { title, ok: false, reason: plan.reason };
  const review = reviewPod({ ...document, text: plan.text }, pod.object.field.path, os, context, more);
  if (!review.ok) return { title, ...review };
  const edits = new Map([[document, plan.edits]]);
  return { title, ok: true, edits, changes, manualSteps: review.manualSteps };
}

/**
 * The manual steps that remain for a pod in a changed text: the findings that no safe fix solves. Refusal if no node with
 * the operating system matches the pod, or the API server would reject a field that cannot be fixed.
 */
export function reviewPod(
  { text, isItem }: Pick<Document, 'text' | 'isItem'>,
  path: FieldPath,
  os: OperatingSystem,
  context: LintContext,
  more: (pod: Pod) => readonly Step[] = () => [],
): { readonly ok: true; readonly manualSteps: readonly Step[] } | Refusal {
  const report = lint(parse(text, isItem), context);
  const pod = report.workloads.find((workload) => samePath(workload.pod.object.field.path, path))?.pod;
  if (pod === undefined) return { ok: false, reason: t('The result does not contain the pod.') };
  const nodeProblem = noMatchingNode(pod, os, context.facts);
  if (nodeProblem !== undefined) return { ok: false, reason: nodeProblem };
  const policy = os === 'windows' && enforcedRestricted(pod.object, context.settings.kubernetesVersion, context.facts);
  if (policy && !respectsOsName(policy.version)) {
    const reason = t`Pod Security \`${policy.text}\` of namespace \`${policy.namespace.name}\` requires fields that only Linux supports.`;
    return { ok: false, reason };
  }
  const [refusal] = os === 'windows' ? rejectedOnceDeclared(pod, declaring(context)) : [];
  if (refusal !== undefined) return { ok: false, reason: t`Remove \`${refusal.field}\` by hand first.` };
  const [{ findings } = report] = applyDirectives([report], context.rules.rules, context.settings);
  const own = findings.filter(
    (finding) =>
      finding.severity !== 'hint' && contains(pod.object.field.valueSpan, finding.at) && !hasSafeFix(finding),
  );
  const inOrder = own.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const others = manualStepsFor(pod, os, report.findings, context).map(({ field, message }): Step => {
    const path = apiPath(field.path.slice(pod.object.field.path.length));
    return { message: sentence({ field: path, message }, pod), at: field.span };
  });
  const steps = [
    ...inOrder.map((finding): Step => ({ message: sentence(finding, pod), at: finding.at, isFinding: true })),
    ...others,
    ...more(pod),
  ];
  // Of steps with the same message, the first one.
  return {
    ok: true,
    manualSteps: [...new Map(steps.toReversed().map((step) => [step.message, step])).values()].reverse(),
  };
}

/** Why no node with an operating system matches a pod, as a sentence; undefined if one does. */
export function noMatchingNode(pod: Pod, os: OperatingSystem, facts: Facts): string | undefined {
  const { nodes, evidence } = nodeConstraint(pod, facts);
  if (nodes === os) return undefined;
  const obstacle = evidence.find(({ says }) => says !== os && says !== 'either') ?? evidence.find(isOtherLabel);
  const why = obstacle === undefined ? t('its labels, affinity and RuntimeClass contradict each other') : obstacle.text;
  return t`No ${OS_TITLES[os]} node would match this pod: ${why}.`;
}

/** A refusal if the objects that Kustomize renders from the workload need other changes than the workload itself. */
export function conflictWithKustomize(
  { pod, uses = [] }: Workload,
  changesOf: (pod: Pod) => readonly Change[],
): readonly Refusal[] {
  // The path of an item of a List starts with the List; that of the rendered object does not.
  const inObject = (each: Pod) =>
    JSON.stringify(
      changesOf(each).map((change) => ({ ...change, path: change.path.slice(each.object.field.path.length) })),
    );
  const hasOtherChanges = uses.some((use) => use.pod !== undefined && inObject(use.pod) !== inObject(pod));
  return hasOtherChanges
    ? [{ ok: false, reason: t('The objects that Kustomize builds from this file need different changes.') }]
    : [];
}

/** A context in which pods can declare Windows: before 1.24 they cannot, and the same fields have no effect. */
export function declaring(context: LintContext): LintContext {
  const { settings } = context;
  return canDeclareOs(settings) ? context : { ...context, settings: { ...settings, kubernetesVersion: '1.24' } };
}

/** Whether the API server supports `os.name`. */
export function canDeclareOs({ kubernetesVersion }: Settings): boolean {
  return minorOf(kubernetesVersion) >= 24;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The message of a finding with the path of its field in the pod. */
function sentence({ field, message }: Pick<Finding, 'field' | 'message'>, { object, spec, metadata }: Pod): string {
  for (const [part, name] of [[spec, ''] as const, [metadata, 'metadata.'] as const]) {
    const path = part && `${apiPath(part.path.slice(object.field.path.length))}.`;
    if (path !== undefined && field?.startsWith(path)) return `\`${name}${field.slice(path.length)}\`: ${message}`;
  }
  return message;
}

function hasSafeFix({ fixes }: Finding): boolean {
  return fixes.some(({ safety }) => safety === 'safe');
}

function isOtherLabel({ origin, kind }: { readonly origin: string; readonly kind: string }): boolean {
  return origin !== 'nodeSelector' || kind === 'cloudLabel';
}
