import type { RuntimeClassFact } from '../kubernetes/facts.ts';
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
import { type Facts, named } from '../kubernetes/questions.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/read/field.ts';
import { buildOfLabel, labelOfBuild } from './builds.ts';
import type { Evidence, EvidenceKind, OperatingSystem } from './evidence.ts';
import { cloudOsLabel, POOL_LABELS } from './providers.ts';

export const OS_LABEL = 'kubernetes.io/os';
export const BETA_OS_LABEL = 'beta.kubernetes.io/os';
export const ARCH_LABEL = 'kubernetes.io/arch';
export const BETA_ARCH_LABEL = 'beta.kubernetes.io/arch';
export const WINDOWS_BUILD_LABEL = 'node.kubernetes.io/windows-build';

/** The nodes on which a pod can run, by the labels for the operating system. */
type MatchingNodes = 'windows' | 'linux' | 'both' | 'none';

/** Windows builds by their label values (`10.0.20348`): only these, or all except these. */
export type Builds = { readonly only: readonly string[] } | { readonly except: readonly string[] };

/** What one entry of a node selector or one expression indicates. */
interface NodeEvidence extends Evidence {
  readonly kind: 'nodeSelector' | 'nodeAffinity' | 'runtimeClass' | 'cloudLabel';
  /** The label; empty for an empty term. */
  readonly key: string;
  /** Where the requirement is set; a cloud label can be in any of the three. */
  readonly origin: 'nodeSelector' | 'nodeAffinity' | 'runtimeClass';
  readonly requirement: Requirement | undefined;
}

/** The nodes that node selector, required node affinity and RuntimeClass together allow. */
export interface NodeConstraint {
  /** By all labels, including those of cloud providers. Unknown values are assumed to match. */
  readonly nodes: MatchingNodes;
  /** By the labels of Kubernetes only. */
  readonly nodesByOsLabels: MatchingNodes;
  /** Whether a placeholder or template determines a label for the operating system, here or in the RuntimeClass. */
  readonly isUndetermined: boolean;
  /** Whether a requirement is invalid, so that no node matches. */
  readonly invalid: boolean;
  /** The entries of node selectors and the expressions that indicate an operating system, in text order. */
  readonly evidence: readonly NodeEvidence[];
  /** The allowed Windows builds; none if no Windows node is allowed. */
  readonly builds: Builds;
  /** The allowed builds as numbers, at least one; undefined if none is allowed or the labels do not name them. */
  readonly hostBuilds: readonly number[] | undefined;
  /** Why no node matches; undefined if some node does. */
  readonly cause: NoNodeCause | undefined;
  /** The RuntimeClass of the pod, if it is in the workspace. */
  readonly runtimeClass: RuntimeClassFact | undefined;
  /** The node pool in which the pod must run, with the operating system that its name indicates. */
  readonly pool: Pool | undefined;
  /** Whether the pod can only run on a virtual kubelet, which is not an actual node. */
  readonly isVirtual: boolean;
  /** Whether the RuntimeClass of the pod is not in the workspace. It may restrict the nodes further. */
  readonly isClassMissing: boolean;
}

/** A node pool, whose nodes all have the same operating system. */
interface Pool {
  readonly name: string;
  readonly os: OperatingSystem | undefined;
}

/** Why no node matches. Each of the first three has a rule of its own; scheduling/no-matching-node reports `other`. */
type NoNodeCause = 'os-value' | 'runtime-class' | 'windows-build-with-linux' | 'other';

/** Evaluates node selector, required node affinity and RuntimeClass of a pod like the scheduler. */
export function nodeConstraint(pod: Pod, facts: Facts): NodeConstraint {
  return pod.spec.document.doubts.once(readConstraint, pod.spec, facts);
}

function readConstraint(spec: Field, facts: Facts): NodeConstraint {
  const { own, ofClass, selection, runtimeClass, isClassMissing } = selectionOf(spec, facts);
  const evidence = [
    ...own.every.flatMap((requirement) => requirementEvidence(requirement, 'nodeSelector')),
    ...(own.terms ?? []).flatMap(termEvidence),
    ...ofClass.flatMap((requirement) => requirementEvidence(requirement, 'runtimeClass', runtimeClass)),
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

/** The requirements on a label of which every matching node meets one: in the node selector, or in each term. */
export function requirementsOn(
  { every, terms }: NodeSelection,
  key: string,
  isMeant: (requirement: Requirement) => boolean,
): Requirement[] {
  const on = (all: readonly Requirement[]) =>
    all.filter((requirement) => requirement.key === key && isMeant(requirement));
  const inTerms = terms?.map((term) => on(term.requirements)) ?? [];
  return [...on(every), ...(inTerms.every((found) => found.length > 0) ? inTerms.flat() : [])];
}

/** Whether a requirement lists the values that a node may have. */
export function isAmong({ operator, values }: Requirement): boolean {
  return operator === 'In' && values.length > 0;
}

/** https://learn.microsoft.com/en-us/azure/aks/virtual-nodes-cli */
function isVirtual(selection: NodeSelection): boolean {
  const found = requirementsOn(selection, 'type', (other) => isAmong(other) || other.state === 'unknown');
  const isVirtualType = (type: string) => type === 'virtual-kubelet' || isPlaceholder(type);
  return found.length > 0 && found.every(({ values }) => values.every(isVirtualType));
}

function poolOf(selection: NodeSelection): Pool | undefined {
  const values = POOL_LABELS.flatMap((key) => requirementsOn(selection, key, isAmong)).flatMap(
    (requirement) => requirement.values,
  );
  const [name] = values;
  if (name === undefined) return undefined;
  const [os, ...others] = new Set(values.map(osOfPool));
  // Pools with different names may have different operating systems.
  return others.length > 0 || (os === undefined && new Set(values).size > 1) ? undefined : { name, os };
}

/** The operating system that the name of a node pool indicates. */
function osOfPool(name: string): OperatingSystem | undefined {
  if (/(?<!dar|t)win/i.test(name)) return 'windows';
  return /linux|ubuntu|mariner/i.test(name) ? 'linux' : undefined;
}

/** The node selection of the pod, that of its RuntimeClass, and both together. */
export function selectionOf(spec: Field, facts: Facts) {
  const own = ownSelection(spec);
  const classField = spec.get('runtimeClassName');
  const className = classField?.string;
  const runtimeClass = className === undefined ? undefined : facts.ask(named('RuntimeClass', className));
  const ofClass = Object.entries(runtimeClass?.nodeSelector ?? {}).map(([key, value]) => equality(key, value));
  const selection: NodeSelection = { every: [...own.every, ...ofClass], terms: own.terms };
  const isClassMissing = classField !== undefined && className !== '' && runtimeClass === undefined;
  return { own, ofClass, selection, runtimeClass, isClassMissing };
}

/** The node selection of the pod alone. It does not depend on facts, so it is cached separately. */
function ownSelection(spec: Field): NodeSelection {
  return spec.document.doubts.once(nodeSelection, spec, undefined);
}

/** The nodes that match without some of the pod's requirements. A term that becomes empty is removed. */
export function matchingNodesWithout(pod: Pod, facts: Facts, dropped: readonly Field[]): MatchingNodes {
  const { every, terms } = selectionOf(pod.spec, facts).selection;
  const isKept = ({ field }: Requirement) => field === undefined || !dropped.includes(field);
  const kept = terms
    ?.map((term) => ({ ...term, requirements: term.requirements.filter(isKept) }))
    .filter((term, i) => term.requirements.length > 0 || terms[i]?.requirements.length === 0);
  return matchingNodes({ every: every.filter(isKept), terms: kept?.length ? kept : undefined });
}

/** The nodes that match a node selector alone. */
export function nodesSelected(nodeSelector: Readonly<Record<string, string>>): MatchingNodes {
  return matchingNodes({
    every: Object.entries(nodeSelector).map(([key, value]) => equality(key, value)),
    terms: undefined,
  });
}

/** The nodes that match a pod and further requirements, with the node pool in which the pod must run then. */
export function constraintWith(
  pod: Pod,
  facts: Facts,
  more: readonly Requirement[],
): Pick<NodeConstraint, 'nodes' | 'pool'> & { readonly selection: NodeSelection } {
  const { every, terms } = selectionOf(pod.spec, facts).selection;
  const selection = { every: [...every, ...more], terms };
  return { nodes: matchingNodes(selection), pool: poolOf(selection), selection };
}

/** The nodes that match the node affinity of a PersistentVolume. */
export function nodesOfVolume(volume: KubeObject): MatchingNodes {
  const spec = volume.field.get('spec');
  return spec === undefined ? 'both' : matchingNodes(volumeNodeSelection(spec));
}

/** Whether the containers may not share the kernel of a node, because of Hyper-V isolation or a virtual kubelet. */
export function hasOwnKernel({ runtimeClass, isVirtual }: NodeConstraint): boolean {
  if (isVirtual) return true;
  if (runtimeClass?.isIncomplete && runtimeClass.handler === undefined) return true;
  return /hypervisor|hyper-?v/i.test(runtimeClass?.handler ?? '');
}

/** The handlers for process isolation. Nodes can be configured with handlers of other names. */
const PROCESS_ISOLATION: readonly string[] = ['runhcs-wcow-process', 'docker'];

/** Whether the isolation of the pod's RuntimeClass is unknown and may be Hyper-V isolation. */
export function isIsolationUnknown({ runtimeClass, isClassMissing }: NodeConstraint): boolean {
  return isClassMissing || (runtimeClass !== undefined && !PROCESS_ISOLATION.includes(runtimeClass.handler ?? ''));
}

/** The evidence in each term of preferred node affinity. */
export function preferences(pod: Pod): NodeEvidence[] {
  return preferredTerms(pod.spec).flatMap(termEvidence);
}

/** The weak evidence in preferred node affinity and in the names of node pools. */
export function nodeHints(pod: Pod): Evidence[] {
  const preferences = preferredTerms(pod.spec).flatMap((term): Evidence[] => {
    const says = matchingNodes({ every: [], terms: [term] });
    const about = term.requirements.filter(({ key }) => isOsKey(key));
    const [first] = about;
    if (first?.field === undefined || (says !== 'windows' && says !== 'linux')) return [];
    const text = `prefers ${about.map(requirementText).join(' and ')}`;
    return [{ kind: 'preferredAffinity', strength: 'weak', says, text, ...writtenAt(first) }];
  });
  const pools = requirements(ownSelection(pod.spec)).flatMap((requirement): Evidence[] => {
    const isPool =
      POOL_LABELS.includes(requirement.key) && requirement.operator === 'In' && requirement.values.length > 0;
    if (!isPool || !requirement.values.every((value) => osOfPool(value) === 'windows')) return [];
    return [
      {
        kind: 'cloudLabel',
        strength: 'weak',
        says: 'windows',
        text: requirementText(requirement),
        ...writtenAt(requirement),
      },
    ];
  });
  return [...preferences, ...pools];
}

/** Whether the pod can run on nodes of a build. */
export function isBuildAllowed({ builds }: NodeConstraint, build: number): boolean {
  const label = labelOfBuild(build);
  return 'only' in builds ? builds.only.includes(label) : !builds.except.includes(label);
}

/** Stands for all builds that the requirements do not name. */
const OTHER_BUILD = '';

function linuxNode(key: string): ReturnType<NodeLabels> {
  if (isOsValueKey(key)) return 'linux';
  if (key === WINDOWS_BUILD_LABEL) return null;
  const label = cloudOsLabel(key);
  if (label === undefined) return undefined;
  return label.isLinux ? (value) => !label.isWindows(value) : null;
}

/** The labels of a Windows node of a build. An unknown value of a cloud label may mean any build. */
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

/** The builds that a selection names by any label, and `OTHER_BUILD`. */
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
  // If only Linux nodes match without the build label, the build label is the cause.
  const rest = matchingNodes(withoutKeys(all, (key) => key === WINDOWS_BUILD_LABEL));
  const requiresBuild = requirements(all).some(
    ({ key, operator }) => key === WINDOWS_BUILD_LABEL && (operator === 'In' || operator === 'Exists'),
  );
  return requiresBuild && rest === 'linux' ? 'windows-build-with-linux' : 'other';
}

function withoutKeys(selection: NodeSelection, drop: (key: string) => boolean): NodeSelection {
  return {
    every: selection.every.filter(({ key }) => !drop(key)),
    terms: selection.terms?.map((term) => ({
      ...term,
      // An empty term would match no node, so removed requirements become ones that every node meets.
      requirements: term.requirements.map((requirement) =>
        drop(requirement.key) ? { ...requirement, key: '', operator: undefined, state: 'valid' as const } : requirement,
      ),
    })),
  };
}

/** All requirements of a selection. */
export function requirements({ every, terms }: NodeSelection): Requirement[] {
  return [...every, ...(terms ?? []).flatMap((term) => term.requirements)];
}

function termEvidence(term: Term): NodeEvidence[] {
  if (term.requirements.length > 0)
    return term.requirements.flatMap((requirement) => requirementEvidence(requirement, 'nodeAffinity'));
  const { path, span } = term.field;
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
  requirement: Requirement,
  origin: NodeEvidence['origin'],
  runtimeClass?: RuntimeClassFact,
): NodeEvidence[] {
  const left = matchingNodes({ every: [requirement], terms: undefined });
  const says = left === 'both' ? 'either' : left;
  // A placeholder is not evidence. A requirement on another label is evidence only if it is invalid.
  const isEvidence = isOsKey(requirement.key)
    ? requirement.state !== 'unknown' || says !== 'either'
    : requirement.state === 'invalid';
  const isCloud = cloudOsLabel(requirement.key) !== undefined;
  if (!isEvidence || (isCloud && says === 'either')) return [];
  const text = requirementText(requirement);
  const kind: EvidenceKind & NodeEvidence['kind'] = isCloud ? 'cloudLabel' : origin;
  const said = { kind, strength: 'strong', says, key: requirement.key, origin, requirement } as const;
  if (runtimeClass === undefined) return [{ ...said, text, ...writtenAt(requirement) }];
  const field = ['scheduling', 'nodeSelector', requirement.key];
  return [{ ...said, text: t`RuntimeClass ${runtimeClass.name} selects ${text}`, field, at: runtimeClass.location }];
}

function requirementText({ key, operator, values, field }: Requirement): string {
  // An entry of a node selector is a scalar field with the key as name, an expression has a field `key`.
  if (field === undefined || field.isScalar) return `${key}: ${values[0] ?? field?.source ?? ''}`;
  const list = operator === 'Exists' || operator === 'DoesNotExist' ? '' : ` [${values.join(', ')}]`;
  return `${key} ${operator ?? field.get('operator')?.source ?? ''}${list}`;
}

/** Where a requirement is written: its path and span in the document of the pod. */
export interface WrittenAt {
  readonly field: Evidence['field'];
  readonly at: Span;
}

/** The location of a requirement; without one for a requirement of a RuntimeClass, which is in another document. */
export function writtenAt({ field }: Requirement): WrittenAt {
  if (field === undefined) return { field: undefined, at: { start: 0, end: 0 } };
  const key = field.isScalar ? undefined : field.get('key');
  return { field: field.path, at: key === undefined ? field.wholeSpan : key.valueSpan };
}

function isOsValueKey(key: string): boolean {
  return key === OS_LABEL || key === BETA_OS_LABEL;
}

/** Whether a label is for the operating system or the Windows build of a node. */
export function isOsKey(key: string): boolean {
  return isOsValueKey(key) || key === WINDOWS_BUILD_LABEL || cloudOsLabel(key) !== undefined;
}
