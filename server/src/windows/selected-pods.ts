import { labelKey } from '../kubernetes/fact-keys.ts';
import type { PodFact } from '../kubernetes/facts.ts';
import { type LabelSelector, labelMap, selects } from '../kubernetes/label-selector.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { defineFilter, type Facts, matching } from '../kubernetes/questions.ts';
import { isCertainlyWindows } from './verdict.ts';

/** The pods of a namespace that a selector selects and that are known to run on Windows. */
export function windowsPods(selector: LabelSelector, namespace: string | null, facts: Facts): readonly PodFact[] {
  const keys = selector.flatMap(({ key, operator, values: [value, ...others] }) =>
    operator === 'In' && value !== undefined && others.length === 0 ? labelKey(key, value) : [],
  );
  return facts.ask(matching(selectedWindowsPods, selector, { namespace, keys }));
}

const selectedWindowsPods = defineFilter(
  'windows/selected-pods selectedWindowsPods',
  'Pod',
  (pod, selector: LabelSelector) => isCertainlyWindows(pod) && selects(selector, pod.labels, pod.hasUnknownLabels),
);

/** The Windows pods that a Service selects, including a headless Service. */
export function servicePods({ field, namespace }: KubeObject, facts: Facts): readonly PodFact[] {
  const spec = field.get('spec');
  const map = spec?.get('selector');
  const selector = map && labelMap(map);
  const isOther = spec?.get('type')?.string === 'ExternalName';
  return selector === undefined || isOther ? [] : windowsPods(selector, namespace, facts);
}

/** The Windows pods to which kube-proxy forwards the traffic of a Service: none for a headless Service. */
export function proxiedPods(service: KubeObject, facts: Facts): readonly PodFact[] {
  return service.field.at('spec', 'clusterIP')?.string === 'None' ? [] : servicePods(service, facts);
}

/** The pods of a list without those that others of it control, as in a cluster. */
export function uncontrolledPods(pods: readonly PodFact[]): readonly PodFact[] {
  const keyOf = (namespace: string | null, kind: string, name: string | null) =>
    JSON.stringify([namespace, kind, name]);
  const keys = new Set(pods.map(({ namespace, workload, name }) => keyOf(namespace, workload, name)));
  return pods.filter(
    ({ namespace, origin: { controller } }) =>
      controller === undefined || !keys.has(keyOf(namespace, controller.kind, controller.name)),
  );
}

/** The name of a pod in messages: `Deployment web`. */
export function podTitle({ workload, name }: PodFact): string {
  return `${workload} ${name}`;
}
