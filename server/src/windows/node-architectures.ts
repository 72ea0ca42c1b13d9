import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import { ARCH_LABEL, BETA_ARCH_LABEL, isAmong, requirements, requirementsOn, selectionOf } from './node-constraint.ts';

const ARCH_LABELS: readonly string[] = [ARCH_LABEL, BETA_ARCH_LABEL];

/**
 * The architectures of the Windows nodes for a pod: those that it selects, or else the only one for which Kubernetes is
 * published. Undefined if the pod selects them in another way.
 * https://github.com/kubernetes/kubernetes/blob/master/hack/lib/golang.sh, `KUBE_SUPPORTED_NODE_PLATFORMS`
 */
export function nodeArchitectures(pod: Pod, facts: Facts): readonly string[] | undefined {
  const { selection } = selectionOf(pod.spec, facts);
  if (!requirements(selection).some(({ key }) => ARCH_LABELS.includes(key))) return ['amd64'];
  const named = ARCH_LABELS.flatMap((key) => requirementsOn(selection, key, isAmong)).flatMap(({ values }) => values);
  return named.length === 0 || named.some(isPlaceholder) ? undefined : [...new Set(named)];
}
