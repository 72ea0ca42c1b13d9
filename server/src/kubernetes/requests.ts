import type { Pod } from './pod.ts';
import { quantityOf } from './quantity.ts';

/**
 * What a pod requests of its node, as the scheduler adds it up, without what admission may add. Requests that are not known
 * count as 0. https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/component-helpers/resource/helpers.go
 */
export function podRequests({ containers }: Pod): ReadonlyMap<string, number> {
  const names = containers.flatMap(({ field }) =>
    ['requests', 'limits'].flatMap((list) => (field.at('resources', list)?.entries() ?? []).map(([name]) => name)),
  );
  return new Map([...new Set(names)].map((name) => [name, requestOf(containers, name)]));
}

function requestOf(containers: Pod['containers'], name: string): number {
  let [running, sidecars, most] = [0, 0, 0];
  for (const { list, field } of containers) {
    const resources = field.get('resources');
    // Without a request, the API server sets it to the limit.
    const amount = quantityOf(resources?.at('requests', name) ?? resources?.at('limits', name)) ?? 0;
    if (list === 'containers') running += amount;
    else if (list === 'initContainers') {
      const isSidecar = field.get('restartPolicy')?.string === 'Always';
      most = Math.max(most, amount + sidecars);
      if (isSidecar) sidecars += amount;
    }
  }
  return Math.max(running + sidecars, most);
}
