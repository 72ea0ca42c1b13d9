import type { NodeFact } from '../kubernetes/facts.ts';
import { canRunOn, type NodeSelection, type PlainSelection, plainSelection } from '../kubernetes/node-selection.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { defineDerivation, derived, type Facts, ofKind } from '../kubernetes/questions.ts';
import {
  isToleratedBy,
  type PlainToleration,
  plainTolerations,
  type Taint,
  taintText,
  tolerates,
} from '../kubernetes/toleration.ts';
import { grouped } from '../text/grouped.ts';
import { buildOfLabel, labelOfBuild, WINDOWS_BUILDS } from './builds.ts';
import { containerdRelease } from './container-runtimes.ts';
import type { OperatingSystem } from './evidence.ts';
import { BETA_OS_LABEL, OS_LABEL, WINDOWS_BUILD_LABEL } from './node-constraint.ts';

/** A Windows node whose Node is in the workspace. */
export interface WindowsNode {
  readonly name: string;
  /** Its labels. A label that is missing in the manifest of a Node without a status may still be set by the kubelet. */
  readonly labels: Readonly<Record<string, string>>;
  readonly hasStatus: boolean;
  /** The taints that keep pods off it, without the ones that are temporary. */
  readonly taints: readonly Taint[];
  /** Its Windows build; undefined if it is not known. */
  readonly build: number | undefined;
  readonly allocatable: Readonly<Record<string, number>> | undefined;
}

/** The Windows nodes in the workspace; none if a template determines a Node, which can then be any node. */
export function windowsNodes(facts: Facts): readonly WindowsNode[] {
  return facts.ask(derived(allWindowsNodes, null));
}

const allWindowsNodes = defineDerivation('windows/nodes allWindowsNodes', (facts): readonly WindowsNode[] => {
  const nodes = facts.ask(ofKind('Node'));
  if (nodes.some(({ isIncomplete }) => isIncomplete)) return [];
  return nodes
    .filter((node) => osOfNode(node) === 'windows')
    .map((node) => ({
      name: node.name,
      labels: node.labels,
      hasStatus: node.kubeletVersion !== undefined,
      taints: lastingTaints(node),
      build: buildOf(node),
      allocatable: node.allocatable,
    }));
});

/** The Windows nodes that a node selection allows, as far as their labels tell. */
export function selectedNodes(facts: Facts, selection: NodeSelection): readonly WindowsNode[] {
  return facts.ask(derived(nodesBySelection, plainSelection(selection)));
}

const nodesBySelection = defineDerivation('windows/nodes nodesBySelection', (facts, selection: PlainSelection) =>
  windowsNodes(facts).filter((node) => isSelected(node, selection)),
);

/** The Windows nodes that a node selection allows and whose taints are tolerated. */
export interface UsableNodes {
  readonly nodes: readonly WindowsNode[];
  /** The first of these nodes of each build with the same allocatable resources. */
  readonly kinds: readonly WindowsNode[];
  /** If there are none: the taints that keep off the selected nodes, each once. */
  readonly untolerated: readonly Taint[];
}

/**
 * The Windows nodes that a node selection allows and whose taints are tolerated by the pod, or by `more`. Pods that require
 * and tolerate the same share the answer: a cluster may have thousands of pods, and thousands of nodes that differ.
 */
export function usableNodes(
  pod: Pod,
  facts: Facts,
  selection: NodeSelection,
  more: readonly PlainToleration[] = [],
): UsableNodes {
  const tolerations = plainTolerations(pod);
  if (tolerations !== undefined) {
    return facts.ask(
      derived(nodesByTolerations, { ...plainSelection(selection), tolerations: [...tolerations, ...more] }),
    );
  }
  // Only the fields that are read for these taints count.
  return usableOf(selectedNodes(facts, selection), (taint) => tolerates(pod, taint) || isToleratedBy(more, taint));
}

const nodesByTolerations = defineDerivation(
  'windows/nodes nodesByTolerations',
  (facts, { tolerations, ...selection }: PlainSelection & { readonly tolerations: readonly PlainToleration[] }) =>
    usableOf(facts.ask(derived(nodesBySelection, selection)), (taint) => isToleratedBy(tolerations, taint)),
);

function usableOf(selected: readonly WindowsNode[], isTolerated: (taint: Taint) => boolean): UsableNodes {
  const nodes = selected.filter(({ taints }) => taints.every(isTolerated));
  const kinds = grouped(nodes, ({ build, allocatable }) => JSON.stringify({ build, allocatable }));
  const taints = nodes.length > 0 ? [] : selected.flatMap((node) => node.taints);
  const byText = new Map(taints.map((taint) => [taintText(taint), taint]));
  return {
    nodes,
    kinds: [...kinds.values()].flatMap(([first]) => first ?? []),
    untolerated: [...byText.values()].filter((taint) => !isTolerated(taint)),
  };
}

/** Its build by the label of the kubelet, the kernel (`10.0.20348.2340`), or the name of the system. */
function buildOf({ labels, kernelVersion = '', osImage = '' }: NodeFact): number | undefined {
  const kernel = /^(10\.0\.\d+)\.\d+$/.exec(kernelVersion)?.[1];
  return (
    buildOfLabel(labels[WINDOWS_BUILD_LABEL] ?? kernel ?? '') ??
    WINDOWS_BUILDS.find(({ product }) => osImage.startsWith(`${product} `))?.build
  );
}

/** Whether the labels of a node meet node selector, required node affinity and RuntimeClass. */
function isSelected({ name, labels, hasStatus, build }: WindowsNode, selection: PlainSelection): boolean {
  return canRunOn(selection, (key) => {
    if (key === 'field metadata.name') return name;
    if (key === WINDOWS_BUILD_LABEL && build !== undefined) return labels[key] ?? labelOfBuild(build);
    if (key === OS_LABEL || key === BETA_OS_LABEL) return 'windows';
    return labels[key] ?? (hasStatus ? null : undefined);
  });
}

/** Whether the workspace has Nodes of both operating systems. */
export function hasNodesOfBoth(facts: Facts): boolean {
  return facts.ask(derived(nodesOfBothSystems, null));
}

const nodesOfBothSystems = defineDerivation('windows/nodes nodesOfBothSystems', (facts) => {
  const systems = new Set(facts.ask(ofKind('Node')).map(osOfNode));
  return systems.has('windows') && systems.has('linux');
});

/** The Windows Nodes by their containerd release: how many there are, and the first of them in any order. */
export function containerdNodes(
  facts: Facts,
): Readonly<Record<string, { readonly first: string; readonly count: number }>> {
  return facts.ask(derived(nodesOfContainerd, null));
}

const nodesOfContainerd = defineDerivation('windows/nodes nodesOfContainerd', (facts) => {
  const found: Record<string, { first: string; count: number }> = {};
  for (const node of facts.ask(ofKind('Node')).filter((each) => osOfNode(each) === 'windows')) {
    const release = containerdRelease(node.containerRuntimeVersion ?? '');
    if (release === undefined) continue;
    const { first, count } = found[release] ?? { first: node.name, count: 0 };
    found[release] = { first: node.name < first ? node.name : first, count: count + 1 };
  }
  return found;
});

/** The operating system of a Node: by its label, or else by its status. */
export function osOfNode({ labels, operatingSystem }: NodeFact): OperatingSystem | undefined {
  const os = labels[OS_LABEL] ?? labels[BETA_OS_LABEL] ?? operatingSystem;
  return os === 'windows' || os === 'linux' ? os : undefined;
}

/** The taints with the effect NoSchedule or NoExecute, without the ones that exist only for some time. */
export function lastingTaints({ taints }: NodeFact): readonly Taint[] {
  return taints.flatMap(({ key, value, effect }) =>
    !TEMPORARY.test(key) && (effect === 'NoSchedule' || effect === 'NoExecute') ? { key, value, effect } : [],
  );
}

/**
 * https://kubernetes.io/docs/reference/labels-annotations-taints/
 * https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/install.md
 */
const TEMPORARY =
  /^node\.(?:kubernetes\.io\/(?!os$)|cloudprovider\.kubernetes\.io\/)|^(?:ToBeDeletedByClusterAutoscaler|DeletionCandidateOfClusterAutoscaler)$|\/agent-not-ready$/;
