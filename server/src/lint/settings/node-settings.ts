import type { NodeFact } from '../../kubernetes/facts.ts';
import { defineDerivation, derived, type Facts, ofKind } from '../../kubernetes/questions.ts';
import { taintText } from '../../kubernetes/toleration.ts';
import { minorOf, parseVersion } from '../../kubernetes/version.ts';
import type { ContainerRuntime } from '../../windows/container-runtimes.ts';
import { hasNodesOfBoth, lastingTaints, osOfNode } from '../../windows/nodes.ts';
import type { ClusterProvider } from '../../windows/providers.ts';
import type { RawSettings } from './config.ts';
import { SETTINGS } from './settings.ts';

/**
 * Settings that follow from the Nodes of a cluster, so that users do not have to set them. A setting on which the Nodes
 * have no value or do not agree is left out.
 */
export function nodeSettings(facts: Facts): RawSettings {
  return facts.ask(derived(settingsFromNodes, null));
}

const settingsFromNodes = defineDerivation('lint/settings/node-settings settingsFromNodes', (facts): RawSettings => {
  const nodes = facts.ask(ofKind('Node')).filter(({ isIncomplete }) => !isIncomplete);
  const windows = nodes.filter((node) => osOfNode(node) === 'windows');
  const [provider, ...others] = new Set(nodes.flatMap((node) => providerOfNode(node) ?? []));
  const isKnown = provider !== undefined && others.length === 0;
  const found = {
    provider: isKnown ? provider : undefined,
    kubernetesVersion: newestKubelet(nodes),
    containerRuntime: common(windows.map(runtimeOf)),
    // The taints of the Nodes count, and not those that nodes of the provider have by default.
    taint: common(windows.map(taintOf)) ?? (isKnown && windows.length > 0 ? 'none' : undefined),
    // One of the systems alone does not show that the cluster lacks the other.
    mixedCluster: hasNodesOfBoth(facts) || undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
});

/**
 * The provider whose cluster a Node belongs to, by what only its nodes have. The provider of the machine alone does not tell:
 * clusters of all kinds run in all clouds.
 * https://learn.microsoft.com/en-us/azure/aks/use-labels
 * https://docs.aws.amazon.com/eks/latest/userguide/platform-versions.html
 * https://cloud.google.com/kubernetes-engine/versioning
 */
function providerOfNode({ labels, kubeletVersion = '', providerId = '' }: NodeFact): ClusterProvider | undefined {
  if (labels['node.openshift.io/os_id'] !== undefined) return 'openshift';
  if (providerId.startsWith('azure://'))
    return labels['kubernetes.azure.com/cluster'] === undefined ? undefined : 'aks';
  if (providerId.startsWith('aws://')) return kubeletVersion.includes('-eks-') ? 'eks' : undefined;
  if (providerId.startsWith('gce://')) return labels['cloud.google.com/gke-nodepool'] === undefined ? undefined : 'gke';
  return undefined;
}

/**
 * The API server decides what is rejected. A kubelet is never newer than the API server and up to three releases older, so
 * the newest kubelet is the closest. https://kubernetes.io/releases/version-skew-policy/#kubelet
 */
function newestKubelet(nodes: readonly NodeFact[]): string | undefined {
  const versions = nodes.flatMap(({ kubeletVersion }) => kubeletVersion ?? []).map(parseVersion);
  // An unknown release is newer than the known ones, or cannot be compared.
  if (versions.includes(undefined)) return undefined;
  return versions.flatMap((version) => version ?? []).sort((a, b) => minorOf(b) - minorOf(a))[0];
}

function runtimeOf({ containerRuntimeVersion }: NodeFact): ContainerRuntime | undefined {
  const [, name, major, minor] = /^(containerd|docker):\/\/v?(\d+)\.(\d+)/.exec(containerRuntimeVersion ?? '') ?? [];
  if (name === 'docker') return name;
  if (major === '2') return 'containerd-2';
  return major === '1' && (minor === '6' || minor === '7') ? `containerd-1.${minor}` : undefined;
}

/** The only taint that keeps pods off a node. */
function taintOf(node: NodeFact): string | undefined {
  const [first, ...others] = lastingTaints(node);
  if (first === undefined || others.length > 0) return undefined;
  // GKE adds the toleration for its own taint.
  const isGke = providerOfNode(node) === 'gke' && taintText(first) === 'node.kubernetes.io/os=windows:NoSchedule';
  return isGke ? 'gke' : SETTINGS.taint.read(taintText(first), () => undefined);
}

/** The value that all have in common; undefined if they differ. */
function common<T>(values: readonly T[]): T | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}
