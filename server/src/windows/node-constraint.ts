import type { Facts, RuntimeClassFact } from '../kubernetes/facts.ts';
import {
  canRunOn,
  equality,
  type NodeLabels,
  type NodeSelection,
  nodeSelection,
  preferredTerms,
  type Requirement,
  type Term,
  volumeNodeSelection,
} from '../kubernetes/node-selection.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/read/field.ts';
import { buildOfLabel, labelOfBuild } from './builds.ts';
import type { Evidence, EvidenceKind, OperatingSystem } from './evidence.ts';
import { cloudOsLabel, POOL_LABELS } from './providers.ts';

export const OS_LABEL = 'kubernetes.io/os';
export const BETA_OS_LABEL = 'beta.kubernetes.io/os';
export const ARCH_LABEL = 'kubernetes.io/arch';
export const WINDOWS_BUILD_LABEL = 'node.kubernetes.io/windows-build';

/** Which nodes a pod can run on, by the labels that tell an operating system. */
type MatchingNodes = 'windows' | 'linux' | 'both' | 'none';

/** Windows builds by their label values (`10.0.20348`): these alone, or all but these. */
export type Builds = { readonly only: readonly string[] } | { readonly except: readonly string[] };

/** What one selector entry or expression says of the nodes that it matches. */
interface NodeEvidence extends Evidence {
  readonly kind: 'nodeSelector' | 'nodeAffinity' | 'runtimeClass' | 'cloudLabel';
  /** The label; empty for a term that is empty. */
  readonly key: string;
  /** Where it is written: that of a cloud label may be any of the three. */
  readonly origin: 'nodeSelector' | 'nodeAffinity' | 'runtimeClass';
  readonly requirement: Requirement | undefined;
}

/** What node selector, required node affinity and RuntimeClass together leave. */
export interface NodeConstraint {
  /** Cloud labels included. A placeholder narrows nothing. */
  readonly nodes: MatchingNodes;
  /** By the labels of Kubernetes alone, without those of clouds. */
  readonly nodesByOsLabels: MatchingNodes;
  /** Whether a placeholder or a template decides which OS label is asked for, in the RuntimeClass too. */
  readonly isUndetermined: boolean;
  /** Whether a requirement is none that the API server takes, or only half typed: it matches nothing. */
  readonly invalid: boolean;
  /** Every selector entry and expression that speaks of the operating system, in the order they are written. */
  readonly evidence: readonly NodeEvidence[];
  /** The Windows builds that are left; none where no Windows node is. */
  readonly builds: Builds;
  /** The builds that are left as numbers, at least one; undefined where none is left or the labels do not name them. */
  readonly hostBuilds: readonly number[] | undefined;
  /** Why no node is left; undefined where some is. */
  readonly cause: NoNodeCause | undefined;
  /** The RuntimeClass that took part, if the workspace has it. */
  readonly runtimeClass: RuntimeClassFact | undefined;
  /** The node pool that the pod must run in, and the operating system that its name tells. */
  readonly pool: Pool | undefined;
  /** Whether only a virtual kubelet is left: what runs there runs on no node of Kubernetes. */
  readonly isVirtual: boolean;
  /** Whether the pod names a RuntimeClass that the workspace does not have: it may narrow all this. */
  readonly isClassMissing: boolean;
}

/** A pool has nodes of one operating system. */
interface Pool {
  readonly name: string;
  readonly os: OperatingSystem | undefined;
}

/** The rule that names why no node is left: each of the first three has its own, `other` is scheduling/no-matching-node. */
type NoNodeCause = 'os-value' | 'runtime-class' | 'windows-build-with-linux' | 'other';

/**
 * What node selector, required affinity, RuntimeClass and `nodeName` leave of the nodes, evaluated as the scheduler
 * does.
 */
export function nodeConstraint(pod: Pod, facts: Facts): NodeConstraint {
  return pod.spec.document.doubts.once(readConstraint, pod.spec, facts);
}

function readConstraint(spec: Field, facts: Facts): NodeConstraint {
  const { own, ofClass, selection, runtimeClass, isClassMissing } = selectionOf(spec, facts);
  const evidence = [
    ...own.every.flatMap((one) => requirementEvidence(one, 'nodeSelector')),
    ...(own.terms ?? []).flatMap(termEvidence),
    ...ofClass.flatMap((one) => requirementEvidence(one, 'runtimeClass', runtimeClass)),
  ];
  const nodes = matchingNodes(selection);
  const builds = matchingBuilds(selection);
  return {
    nodes,
    nodesByOsLabels: matchingNodes(withoutKeys(selection, (key) => !isOsKey(key) || cloudOsLabel(key) !== undefined)),
    isUndetermined:
      runtimeClass?.isIncomplete === true ||
      requirements(selection).some(({ key, state }) =>
        isOsKey(key) ? state === 'unknown' : key && isPlaceholder(key),
      ),
    invalid: requirements(selection).some(({ state }) => state === 'invalid'),
    evidence,
    builds,
    hostBuilds: hostBuilds(builds),
    cause: nodes === 'none' ? noNodeCause(own, ofClass, selection) : undefined,
    runtimeClass,
    pool: poolOf(selection),
    isVirtual: isVirtual(selection),
    isClassMissing,
  };
}

/** The requirements on a label, where every node that is left has to meet one: in the node selector, or in each term. */
function requirementsOn(
  { every, terms }: NodeSelection,
  key: string,
  isMeant: (one: Requirement) => boolean,
): Requirement[] {
  const on = (all: readonly Requirement[]) => all.filter((one) => one.key === key && isMeant(one));
  const inTerms = terms?.map((one) => on(one.requirements)) ?? [];
  return [...on(every), ...(inTerms.every((one) => one.length > 0) ? inTerms.flat() : [])];
}

function isAmong({ operator, values }: Requirement): boolean {
  return operator === 'In' && values.length > 0;
}

/** The values of a label that every node of the pod has one of, and where they are written. */
export function requiredValues(pod: Pod, facts: Facts, key: string): (Pick<Requirement, 'values'> & WrittenAt)[] {
  const all = requirementsOn(selectionOf(pod.spec, facts).selection, key, isAmong);
  return all.map((one) => ({ values: one.values, ...writtenAt(one) }));
}

/** Where it is written that every node of the pod has a label, with whatever value. */
export function requiredPresence(pod: Pod, facts: Facts, key: string): WrittenAt[] {
  const isPresence = (one: Requirement) => one.operator === 'Exists' || isAmong(one);
  return requirementsOn(selectionOf(pod.spec, facts).selection, key, isPresence).map(writtenAt);
}

/** https://learn.microsoft.com/en-us/azure/aks/virtual-nodes-cli */
function isVirtual(selection: NodeSelection): boolean {
  const types = requirementsOn(selection, 'type', isAmong).flatMap(({ values }) => values);
  return types.length > 0 && types.every((type) => type === 'virtual-kubelet' || isPlaceholder(type));
}

function poolOf(selection: NodeSelection): Pool | undefined {
  const values = POOL_LABELS.flatMap((key) => requirementsOn(selection, key, isAmong)).flatMap((one) => one.values);
  const [name] = values;
  if (name === undefined) return undefined;
  const [os, ...others] = new Set(values.map(osOfPool));
  // Pools of different names may be of different systems.
  return others.length > 0 || (os === undefined && new Set(values).size > 1) ? undefined : { name, os };
}

/** The operating system that the name of a node pool tells. */
function osOfPool(name: string): OperatingSystem | undefined {
  if (/(?<!dar|t)win/i.test(name)) return 'windows';
  return /linux|ubuntu|mariner/i.test(name) ? 'linux' : undefined;
}

/** What the pod asks of its nodes, what its RuntimeClass does, and both together. */
function selectionOf(spec: Field, facts: Facts) {
  const own = ownSelection(spec);
  const classField = spec.get('runtimeClassName');
  const className = classField?.string;
  const runtimeClass = className === undefined ? undefined : facts.named('RuntimeClass', className);
  const ofClass = Object.entries(runtimeClass?.nodeSelector ?? {}).map(([key, value]) => equality(key, value));
  const selection: NodeSelection = { every: [...own.every, ...ofClass], terms: own.terms };
  const isClassMissing = classField !== undefined && className !== '' && runtimeClass === undefined;
  return { own, ofClass, selection, runtimeClass, isClassMissing };
}

/** What a pod asks of its nodes by itself: asked for with facts of others, which do not change it. */
function ownSelection(spec: Field): NodeSelection {
  return spec.document.doubts.once(nodeSelection, spec, undefined);
}

/** Which nodes were left without some of the pod's requirements; a term of which nothing is left goes too. */
export function matchingNodesWithout(pod: Pod, facts: Facts, dropped: readonly Field[]): MatchingNodes {
  const { every, terms } = selectionOf(pod.spec, facts).selection;
  const isKept = ({ field }: Requirement) => field === undefined || !dropped.includes(field);
  const kept = terms
    ?.map((one) => ({ ...one, requirements: one.requirements.filter(isKept) }))
    .filter((one, i) => one.requirements.length > 0 || terms[i]?.requirements.length === 0);
  return matchingNodes({ every: every.filter(isKept), terms: kept?.length ? kept : undefined });
}

/** Which nodes a node selector leaves by itself. */
export function nodesSelected(nodeSelector: Readonly<Record<string, string>>): MatchingNodes {
  return matchingNodes({
    every: Object.entries(nodeSelector).map(([key, value]) => equality(key, value)),
    terms: undefined,
  });
}

/** Whether the Nodes of the workspace are of both systems. */
export function hasNodesOfBoth(facts: Facts): boolean {
  return facts.derived(areNodesOfBoth, null);
}

function areNodesOfBoth(facts: Facts): boolean {
  const systems = new Set(facts.all('Node').map(({ labels }) => labels[OS_LABEL] ?? labels[BETA_OS_LABEL]));
  return systems.has('windows') && systems.has('linux');
}

/** Which nodes can reach a PersistentVolume by its node affinity. */
export function nodesOfVolume(volume: KubeObject): MatchingNodes {
  const spec = volume.field.get('spec');
  return spec === undefined ? 'both' : matchingNodes(volumeNodeSelection(spec));
}

/** Whether the pod may ask for Hyper-V isolation or a virtual kubelet: its containers do not share the kernel of a node. */
export function hasOwnKernel({ runtimeClass, isVirtual }: NodeConstraint): boolean {
  if (isVirtual) return true;
  if (runtimeClass?.isIncomplete && runtimeClass.handler === undefined) return true;
  return /hypervisor|hyper-?v/i.test(runtimeClass?.handler ?? '');
}

/** The handlers whose containers share the kernel of the node. Nodes can be configured with handlers of any other name. */
const PROCESS_ISOLATION: readonly string[] = ['runhcs-wcow-process', 'docker'];

/** Whether the isolation of the pod's RuntimeClass is unknown, so that it may be Hyper-V isolation. */
export function isIsolationUnknown({ runtimeClass, isClassMissing }: NodeConstraint): boolean {
  return isClassMissing || (runtimeClass !== undefined && !PROCESS_ISOLATION.includes(runtimeClass.handler ?? ''));
}

/** What the terms of preferred node affinity say of the operating system, each for itself. */
export function preferences(pod: Pod): NodeEvidence[] {
  return preferredTerms(pod.spec).flatMap(termEvidence);
}

/** What preferred node affinity and the names of node pools hint at. */
export function nodeHints(pod: Pod): Evidence[] {
  const preferences = preferredTerms(pod.spec).flatMap((one): Evidence[] => {
    const says = matchingNodes({ every: [], terms: [one] });
    const about = one.requirements.filter(({ key }) => isOsKey(key));
    const [first] = about;
    if (first?.field === undefined || (says !== 'windows' && says !== 'linux')) return [];
    const text = `prefers ${about.map(requirementText).join(' and ')}`;
    return [{ kind: 'preferredAffinity', strength: 'weak', says, text, ...writtenAt(first) }];
  });
  const pools = requirements(ownSelection(pod.spec)).flatMap((one): Evidence[] => {
    const isPool = POOL_LABELS.includes(one.key) && one.operator === 'In' && one.values.length > 0;
    if (!isPool || !one.values.every((value) => osOfPool(value) === 'windows')) return [];
    return [{ kind: 'cloudLabel', strength: 'weak', says: 'windows', text: requirementText(one), ...writtenAt(one) }];
  });
  return [...preferences, ...pools];
}

/** Whether nodes of a build are left. */
export function isBuildAllowed({ builds }: NodeConstraint, build: number): boolean {
  const label = labelOfBuild(build);
  return 'only' in builds ? builds.only.includes(label) : !builds.except.includes(label);
}

/** No build that anyone names: it stands for every other one. */
const OTHER_BUILD = '';

function linuxNode(key: string): ReturnType<NodeLabels> {
  if (isOsValueKey(key)) return 'linux';
  if (key === WINDOWS_BUILD_LABEL) return null;
  const label = cloudOsLabel(key);
  if (label === undefined) return undefined;
  return label.isLinux ? (value) => !label.isWindows(value) : null;
}

/** The labels of a Windows node of a build. A cloud's value that no table knows may be that of any build. */
function windowsNode(build: string): NodeLabels {
  return (key) => {
    if (isOsValueKey(key)) return 'windows';
    if (key === WINDOWS_BUILD_LABEL) return build;
    const label = cloudOsLabel(key);
    if (label === undefined) return undefined;
    return (value) => {
      const named = label.values.get(value);
      if (label.isLinux?.(value)) return false;
      return named === undefined || labelOfBuild(named) === build;
    };
  };
}

function matchingNodes(selection: NodeSelection): MatchingNodes {
  const windows = namedBuilds(selection).some((build) => canRunOn(selection, windowsNode(build)));
  const linux = canRunOn(selection, linuxNode);
  if (windows) return linux ? 'both' : 'windows';
  return linux ? 'linux' : 'none';
}

function matchingBuilds(selection: NodeSelection): Builds {
  const isLeft = (build: string) => canRunOn(selection, windowsNode(build));
  const named = namedBuilds(selection).filter((build) => build !== OTHER_BUILD);
  return isLeft(OTHER_BUILD)
    ? { except: named.filter((build) => !isLeft(build)) }
    : { only: named.filter((build) => isLeft(build)) };
}

function hostBuilds(builds: Builds): readonly number[] | undefined {
  const numbers = 'only' in builds ? builds.only.flatMap((label) => buildOfLabel(label) ?? []) : [];
  return numbers.length > 0 ? numbers : undefined;
}

/** The builds that a selection names by any label, and one that stands for all others. */
function namedBuilds(selection: NodeSelection): string[] {
  const named = requirements(selection).flatMap(({ key, operator, values }) => {
    if (operator !== 'In' && operator !== 'NotIn') return [];
    if (key === WINDOWS_BUILD_LABEL) return values.filter((value) => !isPlaceholder(value));
    const builds = cloudOsLabel(key)?.values;
    return values.flatMap((value) => {
      const build = builds?.get(value);
      return build === undefined ? [] : [labelOfBuild(build)];
    });
  });
  return [...new Set(named), OTHER_BUILD];
}

function noNodeCause(own: NodeSelection, ofClass: readonly Requirement[], all: NodeSelection): NoNodeCause {
  const isWrongValue = ({ key, operator, values, state }: Requirement) =>
    isOsValueKey(key) &&
    operator === 'In' &&
    state === 'valid' &&
    values.length === 1 &&
    values[0] !== 'windows' &&
    values[0] !== 'linux';
  if (requirements(own).some(isWrongValue)) return 'os-value';
  const conflicts = ofClass.some((theirs) =>
    own.every.some(
      (ours) =>
        ours.key === theirs.key &&
        isOsKey(ours.key) &&
        ours.state === 'valid' &&
        theirs.state === 'valid' &&
        ours.values[0] !== theirs.values[0],
    ),
  );
  if (conflicts) return 'runtime-class';
  // Without the build label only Linux nodes would be left: it is the label that stands in the way.
  const rest = matchingNodes(withoutKeys(all, (key) => key === WINDOWS_BUILD_LABEL));
  const asksForBuild = requirements(all).some(
    ({ key, operator }) => key === WINDOWS_BUILD_LABEL && (operator === 'In' || operator === 'Exists'),
  );
  return asksForBuild && rest === 'linux' ? 'windows-build-with-linux' : 'other';
}

function withoutKeys(selection: NodeSelection, drop: (key: string) => boolean): NodeSelection {
  return {
    every: selection.every.filter(({ key }) => !drop(key)),
    terms: selection.terms?.map((one) => ({
      ...one,
      // Something must stay: a term is not to become empty by what is left out of it.
      requirements: one.requirements.map((each) =>
        drop(each.key) ? { ...each, key: '', operator: undefined, state: 'valid' as const } : each,
      ),
    })),
  };
}

function requirements({ every, terms }: NodeSelection): Requirement[] {
  return [...every, ...(terms ?? []).flatMap((one) => one.requirements)];
}

function termEvidence(one: Term): NodeEvidence[] {
  if (one.requirements.length > 0) return one.requirements.flatMap((each) => requirementEvidence(each, 'nodeAffinity'));
  const { path, span } = one.field;
  const text = 'an empty node selector term';
  const empty = {
    key: '',
    requirement: undefined,
    text,
    field: path,
    at: span,
    says: 'none',
    strength: 'strong',
  } as const;
  return [{ ...empty, kind: 'nodeAffinity', origin: 'nodeAffinity' }];
}

function requirementEvidence(
  one: Requirement,
  origin: NodeEvidence['origin'],
  runtimeClass?: RuntimeClassFact,
): NodeEvidence[] {
  const left = matchingNodes({ every: [one], terms: undefined });
  const says = left === 'both' ? 'either' : left;
  // A placeholder says nothing, and of other labels only that the scheduler cannot read the requirement matters.
  const speaks = isOsKey(one.key) ? one.state !== 'unknown' || says !== 'either' : one.state === 'invalid';
  const isCloud = cloudOsLabel(one.key) !== undefined;
  if (!speaks || (isCloud && says === 'either')) return [];
  const text = requirementText(one);
  const kind: EvidenceKind & NodeEvidence['kind'] = isCloud ? 'cloudLabel' : origin;
  const said = { kind, strength: 'strong', says, key: one.key, origin, requirement: one } as const;
  if (runtimeClass === undefined) return [{ ...said, text, ...writtenAt(one) }];
  const field = ['scheduling', 'nodeSelector', one.key];
  return [{ ...said, text: t`RuntimeClass ${runtimeClass.name} selects ${text}`, field, at: runtimeClass.location }];
}

function requirementText({ key, operator, values, field }: Requirement): string {
  // An entry of a node selector is the field itself, an expression has its key in a field of its own.
  if (field === undefined || field.isScalar) return `${key}: ${values[0] ?? field?.source ?? ''}`;
  const list = operator === 'Exists' || operator === 'DoesNotExist' ? '' : ` [${values.join(', ')}]`;
  return `${key} ${operator ?? field.get('operator')?.source ?? ''}${list}`;
}

interface WrittenAt {
  readonly field: Evidence['field'];
  readonly at: Span;
}

function writtenAt({ field }: Requirement): WrittenAt {
  if (field === undefined) return { field: undefined, at: { start: 0, end: 0 } };
  const key = field.isScalar ? undefined : field.get('key');
  return { field: field.path, at: key === undefined ? field.wholeSpan : key.valueSpan };
}

function isOsValueKey(key: string): boolean {
  return key === OS_LABEL || key === BETA_OS_LABEL;
}

/** Whether a label tells the operating system of a node or its build. */
export function isOsKey(key: string): boolean {
  return isOsValueKey(key) || key === WINDOWS_BUILD_LABEL || cloudOsLabel(key) !== undefined;
}
