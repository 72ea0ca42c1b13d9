import { type Facts, labeled, type PodFact } from '../kubernetes/facts.ts';
import { type LabelSelector, labelMap, selects } from '../kubernetes/label-selector.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/** The pods of a namespace in the workspace that are selected and certainly for Windows. */
export function windowsPods(selector: LabelSelector, namespace: string | null, facts: Facts): readonly PodFact[] {
  return facts.where(
    'Pod',
    namespace,
    `for Windows ${JSON.stringify(selector)}`,
    (pod) => pod.os === 'windows' && pod.certainty !== 'guessed' && selects(selector, pod.labels, pod.openLabels),
    selector.flatMap(({ key, operator, values: [value, ...others] }) =>
      operator === 'In' && value !== undefined && others.length === 0 ? labeled(key, value) : [],
    ),
  );
}

/**
 * The Windows pods that a Service sends traffic to by way of kube-proxy; none where it is only a name: with
 * `clusterIP: None` and as `ExternalName`.
 */
export function servicePods({ field, namespace }: KubeObject, facts: Facts): readonly PodFact[] {
  const spec = field.get('spec');
  const map = spec?.get('selector');
  const selector = map && labelMap(map);
  const isName = spec?.get('clusterIP')?.string === 'None' || spec?.get('type')?.string === 'ExternalName';
  return selector === undefined || isName ? [] : windowsPods(selector, namespace, facts);
}

/** What a pod is called in messages: `Deployment web`. */
export function podTitle({ workload, name }: PodFact): string {
  return `${workload} ${name}`;
}
