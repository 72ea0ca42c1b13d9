import type { Requirement } from '../kubernetes/node-selection.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import { isAmong, requirements, requirementsOn, selectionOf, type WrittenAt, writtenAt } from './node-constraint.ts';

// Labels that every node of a pod has, whatever operating system they indicate.

export const HOSTNAME_LABEL = 'kubernetes.io/hostname';

/** The values of a label of which every node of the pod has one, and where they are written. */
export function requiredValues(pod: Pod, facts: Facts, key: string): (Pick<Requirement, 'values'> & WrittenAt)[] {
  const all = requirementsOn(selectionOf(pod.spec, facts).selection, key, isAmong);
  return all.map((requirement) => ({ values: requirement.values, ...writtenAt(requirement) }));
}

/** A label with a value that every node of the pod has and that Kubernetes and cloud providers do not define, as written. */
export function customNodeLabel(pod: Pod, facts: Facts): string | undefined {
  const { selection } = selectionOf(pod.spec, facts);
  for (const { key } of requirements(selection)) {
    if (isPlaceholder(key) || DEFINED_LABEL.test(key)) continue;
    const [label] = requirementsOn(
      selection,
      key,
      (requirement) => isAmong(requirement) && requirement.values.length === 1,
    );
    if (label !== undefined) return `${key}: ${label.values[0]}`;
  }
  return undefined;
}

/** Labels of Kubernetes, cloud providers and virtual kubelets. */
export const DEFINED_LABEL =
  /^(?:type|agentpool|)$|(?:^|[.])(?:kubernetes\.io|k8s\.io|kubernetes\.azure\.com|amazonaws\.com|eksctl\.io|google\.com|k8s\.aws|openshift\.io|karpenter\.sh)\//;

/** Where it is written that every node of the pod has a label, with any value. */
export function requiredPresence(pod: Pod, facts: Facts, key: string): WrittenAt[] {
  const isPresence = (requirement: Requirement) => requirement.operator === 'Exists' || isAmong(requirement);
  return requirementsOn(selectionOf(pod.spec, facts).selection, key, isPresence).map(writtenAt);
}
