import type { NodeFact } from '../../kubernetes/facts.ts';
import { type Facts, ofKind } from '../../kubernetes/questions.ts';
import { minorOf, parseVersion } from '../../kubernetes/version.ts';
import { BETA_OS_LABEL, OS_LABEL } from '../../windows/node-constraint.ts';
import type { RawSettings } from './config.ts';
import { type ContainerRuntime, SETTINGS } from './settings.ts';

/**
 * Settings that follow from the Nodes of a cluster, so that users do not have to set them. A setting on which the Nodes
 * have no value or do not agree is left out.
 */
export function nodeSettings(facts: Facts): RawSettings {
  const nodes = facts.ask(ofKind('Node')).filter(({ isIncomplete }) => !isIncomplete);
  const windows = nodes.filter(isWindows);
  const found = {
    kubernetesVersion: newestKubelet(nodes),
    containerRuntime: common(windows.map(runtimeOf)),
    taint: common(windows.map(taintOf)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function isWindows({ labels, operatingSystem }: NodeFact): boolean {
  return (labels[OS_LABEL] ?? labels[BETA_OS_LABEL] ?? operatingSystem) === 'windows';
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

/** The only taint with the effect NoSchedule or NoExecute, without the ones that Kubernetes sets temporarily. */
function taintOf({ taints }: NodeFact): string | undefined {
  const permanent = taints.filter(
    ({ key, effect }) => !TEMPORARY.test(key) && (effect === 'NoSchedule' || effect === 'NoExecute'),
  );
  const [first] = permanent;
  if (first === undefined || permanent.length > 1) return undefined;
  const text = `${first.key}=${first.value}:${first.effect}`;
  return SETTINGS.taint.read(text, () => undefined);
}

/** https://kubernetes.io/docs/reference/labels-annotations-taints/ */
const TEMPORARY =
  /^node\.(?:kubernetes\.io\/(?!os$)|cloudprovider\.kubernetes\.io\/)|^(?:ToBeDeletedByClusterAutoscaler|DeletionCandidateOfClusterAutoscaler)$/;

/** The value that all have in common; undefined if they differ. */
function common<T>(values: readonly T[]): T | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}
