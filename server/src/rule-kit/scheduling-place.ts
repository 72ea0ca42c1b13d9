import type { Pod } from '../kubernetes/pod.ts';

/** The usual place of scheduling fields: above the containers and init containers. */
export function aboveContainers({ spec }: Pod): { readonly before: string } {
  const [first] = spec.entries().find(([key]) => key === 'initContainers' || key === 'containers') ?? [];
  return { before: first ?? 'containers' };
}

/** Where to insert the node selector of a pod that has none. */
export function selectorPlace(pod: Pod): { readonly before: string } {
  return pod.spec.get('tolerations') === undefined ? aboveContainers(pod) : { before: 'tolerations' };
}
