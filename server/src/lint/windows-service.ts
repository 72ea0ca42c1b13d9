import type { PodFact } from '../kubernetes/facts.ts';
import { podTitle, servicePods } from '../windows/selected-pods.ts';
import type { CheckContext, Field, FieldPattern, ObjectCheck, Problem, Related } from './rule.ts';

type Find = (
  field: Field,
  context: CheckContext & { readonly pods: readonly PodFact[] },
) => Omit<Problem, 'related'> | undefined;

/** A check of Services that lead to Windows pods; what it finds is told together with the pods. */
export function windowsService(watches: readonly FieldPattern[], find: Find): ObjectCheck {
  return {
    kind: 'Service',
    group: '',
    watches,
    *check(field, context) {
      const pods = servicePods(context.object, context.facts);
      const problem = pods.length === 0 ? undefined : find(field, { ...context, pods });
      if (problem !== undefined) yield { ...problem, related: selectedPods(pods) };
    },
  };
}

const MOST_RELATED = 10;

/** The Windows pods that a selector takes, as related information. */
export function selectedPods(pods: readonly PodFact[]): Related[] {
  return pods
    .slice(0, MOST_RELATED)
    .map((pod) => ({ at: pod.place, message: `Selects these Windows pods: ${podTitle(pod)}` }));
}
