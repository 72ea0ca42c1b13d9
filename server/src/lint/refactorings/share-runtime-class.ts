import { nameKey } from '../../kubernetes/fact-keys.ts';
import type { NodeScheduling, RuntimeClassFact } from '../../kubernetes/facts.ts';
import { tolerationOf } from '../../kubernetes/object-fact.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { defineFilter, keyed, matching, named, namesOf } from '../../kubernetes/questions.ts';
import { minorOf } from '../../kubernetes/version.ts';
import type { TextEdit } from '../../text/edit.ts';
import { t } from '../../text/localize.ts';
import { windowsBuild } from '../../windows/builds.ts';
import { nodeConstraint, nodesSelected } from '../../windows/node-constraint.ts';
import { windowsScheduling } from '../../windows/windows-scheduling.ts';
import { appendDocument } from '../../yaml/edit/append-document.ts';
import type { Change, Value } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import type { Settings } from '../settings/settings.ts';
import { removeTolerations } from './pin-to-linux.ts';
import type { Refactoring } from './refactoring.ts';

/**
 * Replaces labels and tolerations of a pod by a RuntimeClass of the workspace. The pod has to contain all labels and
 * tolerations of the class, so that it matches the same nodes as before.
 */
export function useRuntimeClass(
  { pod }: Workload,
  document: Document,
  { settings, facts }: LintContext,
): Refactoring[] {
  if (!hasScheduling(settings) || pod.spec.get('runtimeClassName') !== undefined) return [];
  return namesOf(facts, 'RuntimeClass').flatMap((name): Refactoring[] => {
    const fact = facts.ask(named('RuntimeClass', name));
    if (fact === undefined || !fits(fact, pod, settings)) return [];
    const title = t`Use RuntimeClass \`${name}\``;
    const plan = editsFor(document, moveToClass(pod, name, fact));
    if (!plan.ok) return [{ title, ok: false, reason: plan.reason }];
    return [{ title, ok: true, edits: new Map([[document, plan.edits]]), manualSteps: [] }];
  });
}

/**
 * Extracts the labels and tolerations that several workloads of the workspace folder repeat to a RuntimeClass at the end of
 * the file. All workloads in this file that repeat them use the class.
 */
export function extractRuntimeClass(
  workload: Workload,
  document: Document,
  file: readonly DocumentReport[],
  context: LintContext,
): Refactoring[] {
  const { settings, facts } = context;
  const scheduling = windowsScheduling(workload.pod);
  if (!hasScheduling(settings) || scheduling === undefined) return [];
  if (useRuntimeClass(workload, document, context).length > 0) return [];
  const key = keyOf(scheduling);
  if (facts.ask(matching(podsWithScheduling, key)).length < 2) return [];
  const name = nameFor(workload.pod, context);
  if (facts.ask(keyed('RuntimeClass', nameKey(name))).length > 0) return [];

  const title = t`Extract RuntimeClass \`${name}\``;
  const edits = new Map<Document, readonly TextEdit[]>();
  const moved: Pod[] = [];
  for (const report of file) {
    const pods = report.workloads
      .map(({ pod }) => pod)
      .filter((pod) => !pod.partial && isSame(windowsScheduling(pod), key));
    const plan = editsFor(
      report.document,
      pods.flatMap((pod) => moveToClass(pod, name, scheduling)),
    );
    if (!plan.ok && report.document === document) return [{ title, ok: false, reason: plan.reason }];
    if (!plan.ok || pods.length === 0) continue;
    edits.set(report.document, plan.edits);
    moved.push(...pods);
  }
  const last = file.at(-1)?.document;
  const written = last && appendDocument(last, classText(name, scheduling, settings), edits.get(last));
  if (last === undefined || written === undefined) {
    return [{ title, ok: false, reason: t('No document can be added at the end of this file.') }];
  }
  edits.set(last, written);
  const manualSteps = moved.some(({ object }) => object.kind === 'Pod')
    ? [{ message: t`Apply RuntimeClass \`${name}\` first: until it exists, pods that refer to it are rejected.` }]
    : [];
  return [{ title, ok: true, edits, manualSteps }];
}

/** Before 1.16, a RuntimeClass does not have scheduling constraints. */
function hasScheduling({ kubernetesVersion }: Settings): boolean {
  return minorOf(kubernetesVersion) >= 16;
}

/** Whether a pod contains everything that the class adds, and the handler is the default one of Windows pods. */
function fits(
  { handler, nodeSelector, tolerations, hasOverhead, isIncomplete }: RuntimeClassFact,
  pod: Pod,
  settings: Settings,
): boolean {
  if (isIncomplete || handler !== handlerFor(settings) || hasOverhead || nodesSelected(nodeSelector) !== 'windows')
    return false;
  const own = pod.spec.get('nodeSelector')?.stringMap() ?? {};
  const tolerated = (pod.spec.get('tolerations')?.items() ?? []).map((toleration) =>
    JSON.stringify(tolerationOf(toleration)),
  );
  return (
    Object.entries(nodeSelector).every(([key, value]) => own[key] === value) &&
    tolerations.every((toleration) => tolerated.includes(JSON.stringify(toleration)))
  );
}

/** Refers to the class in a pod, and removes what the class contains. */
function moveToClass(pod: Pod, name: string, { nodeSelector, tolerations }: NodeScheduling): Change[] {
  const texts = tolerations.map((toleration) => JSON.stringify(toleration));
  return [
    { kind: 'insert', path: [...pod.spec.path, 'runtimeClassName'], value: name, place: { before: 'nodeSelector' } },
    ...Object.keys(nodeSelector).map(
      (key): Change => ({ kind: 'remove', path: [...pod.spec.path, 'nodeSelector', key] }),
    ),
    ...removeTolerations(pod, (toleration) => texts.includes(JSON.stringify(tolerationOf(toleration)))),
  ];
}

/** The handler of containerd for Windows containers that share the kernel of their node. */
function handlerFor({ containerRuntime }: Settings): string {
  return containerRuntime === 'docker' ? 'docker' : 'runhcs-wcow-process';
}

/** `windows-2022` if the labels select one build, otherwise `windows`. */
function nameFor(pod: Pod, { facts }: LintContext): string {
  const [build = 0, ...others] = nodeConstraint(pod, facts).hostBuilds ?? [];
  const release = others.length > 0 ? undefined : windowsBuild(build)?.product.split(' ').at(-1)?.toLowerCase();
  return release === undefined ? 'windows' : `windows-${release}`;
}

function classText(name: string, { nodeSelector, tolerations }: NodeScheduling, settings: Settings): string {
  const version = minorOf(settings.kubernetesVersion) >= 20 ? 'v1' : 'v1beta1';
  const values: [string, Value][] = [
    ['metadata', { name }],
    ['handler', handlerFor(settings)],
    [
      'scheduling',
      { nodeSelector, ...(tolerations.length > 0 ? { tolerations: tolerations.map(tolerationValue) } : {}) },
    ],
  ];
  const changes = values.map(([key, value]): Change => ({ kind: 'insert', path: [key], value }));
  const plan = editsFor(parse(`apiVersion: node.k8s.io/${version}\nkind: RuntimeClass\n`), changes);
  return plan.ok ? plan.text : '';
}

function tolerationValue({ key, operator, value, effect }: NodeScheduling['tolerations'][number]): Value {
  const entries = Object.entries({ key, operator, value, effect });
  return Object.fromEntries(entries.flatMap(([name, part]) => (part === undefined ? [] : [[name, part]])));
}

const podsWithScheduling = defineFilter(
  'lint/refactorings/share-runtime-class podsWithScheduling',
  'Pod',
  ({ windowsScheduling }, key: string) => isSame(windowsScheduling, key),
);

function isSame(scheduling: NodeScheduling | undefined, key: string): boolean {
  return scheduling !== undefined && keyOf(scheduling) === key;
}

function keyOf(scheduling: NodeScheduling): string {
  return JSON.stringify(scheduling);
}
