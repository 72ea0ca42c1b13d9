import type { NodeScheduling } from '../kubernetes/facts.ts';
import { tolerationOf } from '../kubernetes/object-fact.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { BETA_OS_LABEL, isOsKey, nodesSelected } from './node-constraint.ts';
import { isWindowsToleration } from './pod-evidence.ts';

/**
 * The labels by which a pod selects Windows nodes, and its tolerations for them, which a RuntimeClass could contain.
 * Undefined if the node selector does not select Windows, or if the pod already has a RuntimeClass.
 */
export function windowsScheduling({ spec }: Pod): NodeScheduling | undefined {
  if (spec.get('runtimeClassName') !== undefined) return undefined;
  const labels = Object.entries(spec.get('nodeSelector')?.stringMap() ?? {}).filter(([key]) => isOsKey(key));
  if (labels.some(([key, value]) => key === BETA_OS_LABEL || isPlaceholder(value))) return undefined;
  const nodeSelector = Object.fromEntries(labels.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (nodesSelected(nodeSelector) !== 'windows') return undefined;
  const tolerations = (spec.get('tolerations')?.items() ?? [])
    .filter(isWindowsToleration)
    .map(tolerationOf)
    .filter(({ seconds }) => seconds === undefined);
  return { nodeSelector, tolerations };
}
