import { type Facts, labeled, type PodFact } from '../kubernetes/facts.ts';
import { type LabelSelector, labelMap, selects } from '../kubernetes/label-selector.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { isCertainlyWindows } from './verdict.ts';

/** The pods of a namespace in the workspace that are selected and certainly for Windows. */
export function windowsPods(selector: LabelSelector, namespace: string | null, facts: Facts): readonly PodFact[] {
  const keys = selector.flatMap(({ key, operator, values: [value, ...others] }) =>
    operator === 'In' && value !== undefined && others.length === 0 ? labeled(key, value) : [],
  );
  return facts.where('Pod', namespace, isSelectedForWindows, selector, keys);
}

function isSelectedForWindows(pod: PodFact, selector: LabelSelector): boolean {
  return isCertainlyWindows(pod) && selects(selector, pod.labels, pod.hasUnknownLabels);
}

/** The Windows pods that a Service stands for: by way of kube-proxy, or as a name with `clusterIP: None`. */
export function servicePods({ field, namespace }: KubeObject, facts: Facts): readonly PodFact[] {
  const spec = field.get('spec');
  const map = spec?.get('selector');
  const selector = map && labelMap(map);
  const isOther = spec?.get('type')?.string === 'ExternalName';
  return selector === undefined || isOther ? [] : windowsPods(selector, namespace, facts);
}

/** The Windows pods that kube-proxy sends the traffic of a Service to. */
export function proxiedPods(service: KubeObject, facts: Facts): readonly PodFact[] {
  return service.field.at('spec', 'clusterIP')?.string === 'None' ? [] : servicePods(service, facts);
}

/** What a pod is called in messages: `Deployment web`. */
export function podTitle({ workload, name }: PodFact): string {
  return `${workload} ${name}`;
}
