import type { PodFact } from '../kubernetes/facts.ts';
import { labelSelector } from '../kubernetes/label-selector.ts';
import type { CheckContext, Field, FieldPattern, ObjectCheck, Problem, Related } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import { podTitle, proxiedPods, servicePods, uncontrolledPods, windowsPods } from '../windows/selected-pods.ts';

/** Finds a problem in a field of an object that selects these Windows pods. */
export type Find = (
  field: Field,
  context: CheckContext & { readonly pods: readonly PodFact[] },
) => Omit<Problem, 'related'> | undefined;

/** A check of Services whose traffic kube-proxy sends to Windows pods; findings refer to the pods. */
export function proxiedService(watches: readonly FieldPattern[], find: Find): ObjectCheck {
  return selecting({ kind: 'Service', group: '' }, watches, find, ({ object, facts }) => proxiedPods(object, facts));
}

/** A check of all Services that select Windows pods, including headless ones. */
export function windowsService(watches: readonly FieldPattern[], find: Find): ObjectCheck {
  return selecting({ kind: 'Service', group: '' }, watches, find, ({ object, facts }) => servicePods(object, facts));
}

/** Checks of NetworkPolicies that select Windows pods, in both API groups. */
export function windowsNetworkPolicy(watches: readonly FieldPattern[], find: Find): ObjectCheck[] {
  return ['networking.k8s.io', 'extensions'].map((group) =>
    selecting({ kind: 'NetworkPolicy', group }, watches, find, selectedPods),
  );
}

/** A check of SecurityGroupPolicies, a resource of Amazon EKS, that select Windows pods by their labels alone. */
export function windowsSecurityGroupPolicy(watches: readonly FieldPattern[], find: Find): ObjectCheck {
  return selecting({ kind: 'SecurityGroupPolicy', group: 'vpcresources.k8s.aws' }, watches, find, (context) =>
    context.object.field.at('spec', 'serviceAccountSelector') === undefined ? selectedPods(context) : [],
  );
}

function selectedPods({ object, facts }: CheckContext): readonly PodFact[] {
  const field = object.field.at('spec', 'podSelector');
  const selector = field && labelSelector(field);
  return selector === undefined ? [] : windowsPods(selector, object.namespace, facts);
}

/** A check of objects that select pods of their own namespace: other objects need not be parsed. */
export function selecting(...args: Parameters<typeof withPods>): ObjectCheck {
  return { ...withPods(...args), selects: true };
}

/** A check of objects that are about Windows pods. */
export function withPods(
  { kind, group }: Pick<ObjectCheck, 'kind' | 'group'>,
  watches: readonly FieldPattern[],
  find: Find,
  podsOf: (context: CheckContext) => readonly PodFact[],
): ObjectCheck {
  return {
    kind,
    group,
    watches,
    check(field, context) {
      const pods = podsOf(context);
      const problem = pods.length === 0 ? undefined : find(field, { ...context, pods });
      if (problem !== undefined) context.report({ ...problem, related: relatedPods(pods, 'Selected Windows pods') });
    },
  };
}

const MAX_RELATED = 10;

/** Pods as related information; only the first ones if there are many. */
export function relatedPods(pods: readonly PodFact[], what: string): Related[] {
  return uncontrolledPods(pods)
    .slice(0, MAX_RELATED)
    .map((pod) => ({ at: pod.location, message: t`${t(what)}: ${podTitle(pod)}` }));
}
