import type { Facts, NodeFact } from '../../kubernetes/facts.ts';
import { minorOf, parseVersion } from '../../kubernetes/version.ts';
import { BETA_OS_LABEL, OS_LABEL } from '../../windows/node-constraint.ts';
import type { RawSettings } from './config.ts';
import { type ContainerRuntime, SETTINGS } from './settings.ts';

/**
 * What the Nodes of a cluster say about settings that users otherwise give. What they do not say, or contradict each other
 * in, is left open.
 */
export function nodeSettings(facts: Facts): RawSettings {
  const nodes = facts.all('Node').filter(({ isIncomplete }) => !isIncomplete);
  const windows = nodes.filter(isWindows);
  const found = {
    kubernetesVersion: newestKubelet(nodes),
    containerRuntime: agreed(windows.map(runtimeOf)),
    taint: agreed(windows.map(taintOf)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function isWindows({ labels, operatingSystem }: NodeFact): boolean {
  return (labels[OS_LABEL] ?? labels[BETA_OS_LABEL] ?? operatingSystem) === 'windows';
}

/**
 * A kubelet is never newer than the API server, which decides what is rejected, and may be three releases older: the newest
 * one is the closest. https://kubernetes.io/releases/version-skew-policy/#kubelet
 */
function newestKubelet(nodes: readonly NodeFact[]): string | undefined {
  const versions = nodes.flatMap(({ kubeletVersion }) => kubeletVersion ?? []).map(parseVersion);
  // One of a release that is not known is newer, or not to be compared.
  if (versions.includes(undefined)) return undefined;
  return versions.flatMap((one) => one ?? []).sort((a, b) => minorOf(b) - minorOf(a))[0];
}

function runtimeOf({ containerRuntimeVersion }: NodeFact): ContainerRuntime | undefined {
  const [, name, major, minor] = /^(containerd|docker):\/\/v?(\d+)\.(\d+)/.exec(containerRuntimeVersion ?? '') ?? [];
  if (name === 'docker') return name;
  if (major === '2') return 'containerd-2';
  return major === '1' && (minor === '6' || minor === '7') ? `containerd-1.${minor}` : undefined;
}

/** The only taint that keeps pods away; those that Kubernetes sets for a while do not count. */
function taintOf({ taints }: NodeFact): string | undefined {
  const lasting = taints.filter(
    ({ key, effect }) => !TEMPORARY.test(key) && (effect === 'NoSchedule' || effect === 'NoExecute'),
  );
  const [first] = lasting;
  if (first === undefined || lasting.length > 1) return undefined;
  const text = `${first.key}=${first.value}:${first.effect}`;
  return SETTINGS.taint.read(text, () => undefined);
}

/** https://kubernetes.io/docs/reference/labels-annotations-taints/ */
const TEMPORARY =
  /^node\.(?:kubernetes\.io\/(?!os$)|cloudprovider\.kubernetes\.io\/)|^(?:ToBeDeletedByClusterAutoscaler|DeletionCandidateOfClusterAutoscaler)$/;

/** What all say; undefined where they differ or one says nothing. */
function agreed<T>(values: readonly T[]): T | undefined {
  const [first] = values;
  return values.every((one) => one === first) ? first : undefined;
}
