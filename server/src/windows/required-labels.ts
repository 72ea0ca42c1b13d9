import type { NodeSelection, Requirement } from '../kubernetes/node-selection.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import { isAmong, requirements, requirementsOn, selectionOf, type WrittenAt, writtenAt } from './node-constraint.ts';
import { POOL_LABELS } from './providers.ts';

// Labels that every node of a pod has, whatever operating system they indicate.

/** What names a node: its label, and the field that `matchFields` can have. */
export const NODE_NAMES: readonly string[] = ['kubernetes.io/hostname', 'field metadata.name'];

/** Whether nodes are selected by their name. */
export function selectsByName(selection: NodeSelection): boolean {
  return NODE_NAMES.some((key) => requirementsOn(selection, key, isAmong).length > 0);
}

/** Whether all nodes are of one node pool. Its nodes usually have one build. */
export function selectsPool(selection: NodeSelection): boolean {
  return POOL_LABELS.some((key) => {
    const required = requirementsOn(selection, key, isAmong);
    return new Set(required.flatMap(({ values }) => values)).size === 1;
  });
}

/** The values of a label of which every node of the pod has one, and where they are written. */
export function requiredValues(pod: Pod, facts: Facts, key: string): (Pick<Requirement, 'values'> & WrittenAt)[] {
  const all = requirementsOn(selectionOf(pod.spec, facts).selection, key, isAmong);
  return all.map((requirement) => ({ values: requirement.values, ...writtenAt(requirement) }));
}

/**
 * A label that every selected node has and that Kubernetes and cloud providers do not define; as written if it has one
 * value.
 */
export function customNodeLabel(selection: NodeSelection): string | undefined {
  for (const { key } of requirements(selection)) {
    if (isPlaceholder(key) || DEFINED_LABEL.test(key)) continue;
    const required = requirementsOn(selection, key, isPresence);
    if (required.length === 0) continue;
    const [value, ...others] = new Set(required.flatMap(({ operator, values }) => (operator === 'In' ? values : [''])));
    return value && others.length === 0 ? `${key}: ${value}` : key;
  }
  return undefined;
}

/** Labels of Kubernetes, cloud providers and virtual kubelets. */
export const DEFINED_LABEL =
  /^(?:type|agentpool|)$|(?:^|[.])(?:kubernetes\.io|k8s\.io|kubernetes\.azure\.com|amazonaws\.com|eksctl\.io|google\.com|k8s\.aws|openshift\.io|karpenter\.sh)\//;

/** Where it is written that every node of the pod has a label, with any value. */
export function requiredPresence(pod: Pod, facts: Facts, key: string): WrittenAt[] {
  return requirementsOn(selectionOf(pod.spec, facts).selection, key, isPresence).map(writtenAt);
}

function isPresence(requirement: Requirement): boolean {
  return requirement.operator === 'Exists' || isAmong(requirement);
}
