import type { Facts } from '../../kubernetes/facts.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import type { TextEdit } from '../../text/edit.ts';
import { t } from '../../text/localize.ts';
import { contains, type Span } from '../../text/span.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { enforcedRestricted, looksAtOsName } from '../../windows/pod-security.ts';
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

/** Something that can be made of a workload as a whole, or why it cannot. */
export type Refactoring = {
  /** Imperative, without a period. */
  readonly title: string;
} & (Done | Refused);

interface Done {
  readonly ok: true;
  /** What is done then, as in "… except for 3 things": `Ready for Windows`. */
  readonly done: string;
  /** By document; offsets count from the start of each. They have been tried, and do what the title says. */
  readonly edits: ReadonlyMap<Document, readonly TextEdit[]>;
  /** What has to be done by hand afterwards, the worst first. */
  readonly manualSteps: readonly Step[];
  /** Where a document of its own was added, in the only document that is edited and as it is afterwards. */
  readonly added?: Span;
}

/** Something that remains to be done by hand. */
export interface Step {
  /** A sentence. */
  readonly message: string;
  /** Where, in the only document that is edited and as it is afterwards; undefined where it is about no place in it. */
  readonly at?: Span;
}

interface Refused {
  readonly ok: false;
  /** A sentence. */
  readonly reason: string;
}

/**
 * Makes a pod one for an operating system by changes of its document, and looks at what comes of it; `more` is what the
 * pod needs then and no rule tells.
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
  return { title, ok: true, done: DONE[os], edits: new Map([[document, plan.edits]]), manualSteps: review.manualSteps };
}

const DONE: Readonly<Record<OperatingSystem, string>> = { windows: 'Ready for Windows', linux: 'Pinned to Linux' };

/**
 * What is left to be done for a pod in a text that was made for an operating system: the findings there that no safe fix
 * takes away. Refused where no node of that system is left or the API server would refuse a field because of it.
 */
export function reviewPod(
  { text, isItem }: Pick<Document, 'text' | 'isItem'>,
  path: FieldPath,
  os: OperatingSystem,
  context: LintContext,
  more: (pod: Pod) => readonly Step[] = () => [],
): { readonly ok: true; readonly manualSteps: readonly Step[] } | Refused {
  const report = lint(parse(text, isItem), context);
  const pod = report.workloads.find((one) => samePath(one.pod.object.field.path, path))?.pod;
  if (pod === undefined) return { ok: false, reason: 'The result does not contain the pod.' };
  const noNode = noMatchingNode(pod, os, context.facts);
  if (noNode !== undefined) return { ok: false, reason: noNode };
  const policy = os === 'windows' && enforcedRestricted(pod.object, context.settings.kubernetesVersion, context.facts);
  if (policy && !looksAtOsName(policy.version)) {
    const reason = t`Pod Security \`${policy.text}\` of namespace \`${policy.namespace.name}\` requires fields that only Linux supports.`;
    return { ok: false, reason };
  }
  const [refusal] = os === 'windows' ? rejectedOnceDeclared(pod, declaring(context)) : [];
  if (refusal !== undefined) return { ok: false, reason: t`Remove \`${refusal.field}\` by hand first.` };
  const [{ findings } = report] = applyDirectives([report], context.rules.rules, context.settings);
  const own = findings.filter(
    (one) => one.severity !== 'hint' && contains(pod.object.field.valueSpan, one.at) && !isFixedSafely(one),
  );
  const inOrder = own.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const others = manualStepsFor(pod, os, report.findings, context).map(({ field, message }): Step => {
    const path = apiPath(field.path.slice(pod.object.field.path.length));
    return { message: sentence({ field: path, message }, pod), at: field.span };
  });
  const steps = [...inOrder.map((one): Step => ({ message: sentence(one, pod), at: one.at })), ...others, ...more(pod)];
  // The first place of those with the same words.
  return {
    ok: true,
    manualSteps: [...new Map(steps.toReversed().map((one) => [one.message, one])).values()].reverse(),
  };
}

/** Why no node of a system is left for a pod, in a sentence; undefined where some is. */
export function noMatchingNode(pod: Pod, os: OperatingSystem, facts: Facts): string | undefined {
  const { leaves, evidence } = nodeConstraint(pod, facts);
  if (leaves === os) return undefined;
  const obstacle = evidence.find(({ says }) => says !== os && says !== 'either') ?? evidence.find(isOtherLabel);
  const why = obstacle === undefined ? t('its labels, affinity and RuntimeClass contradict each other') : obstacle.text;
  return t`No ${OS_TITLES[os]} node would match this pod: ${why}.`;
}

/** Why a workload cannot be changed by itself, where what Kustomize makes of it needs other changes; none where it does not. */
export function otherInKustomize(
  { pod, uses = [] }: Workload,
  changesOf: (pod: Pod) => readonly Change[],
): readonly Refused[] {
  // An item of a List has a path there, and none in what is made of it.
  const inObject = (one: Pod) =>
    JSON.stringify(
      changesOf(one).map((change) => ({ ...change, path: change.path.slice(one.object.field.path.length) })),
    );
  const isOther = uses.some((use) => use.pod !== undefined && inObject(use.pod) !== inObject(pod));
  return isOther
    ? [{ ok: false, reason: 'The objects that Kustomize builds from this file need different changes.' }]
    : [];
}

/** The context in which a pod can declare Windows: before 1.24 there was no way to, and the same fields do nothing. */
export function declaring(context: LintContext): LintContext {
  const { settings } = context;
  return canDeclareOs(settings) ? context : { ...context, settings: { ...settings, kubernetesVersion: '1.24' } };
}

/** Whether the API server knows `os.name`. */
export function canDeclareOs({ kubernetesVersion }: Settings): boolean {
  return minorOf(kubernetesVersion) >= 24;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** What is found, and in which field of the pod. */
function sentence({ field, message }: Pick<Finding, 'field' | 'message'>, { object, spec, metadata }: Pod): string {
  for (const [part, name] of [[spec, ''] as const, [metadata, 'metadata.'] as const]) {
    const path = part && `${apiPath(part.path.slice(object.field.path.length))}.`;
    if (path !== undefined && field?.startsWith(path)) return `\`${name}${field.slice(path.length)}\`: ${message}`;
  }
  return message;
}

function isFixedSafely({ fixes }: Finding): boolean {
  return fixes.some(({ safety }) => safety === 'safe');
}

function isOtherLabel({ origin, kind }: { readonly origin: string; readonly kind: string }): boolean {
  return origin !== 'nodeSelector' || kind === 'cloudLabel';
}
