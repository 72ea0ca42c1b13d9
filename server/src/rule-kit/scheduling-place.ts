import type { Pod } from '../kubernetes/pod.ts';

/** Where people write what steers the scheduler: above the containers, those that go first included. */
export function aboveContainers({ spec }: Pod): { readonly before: string } {
  const [first] = spec.entries().find(([key]) => key === 'initContainers' || key === 'containers') ?? [];
  return { before: first ?? 'containers' };
}

/** Where a node selector goes that a pod does not have yet. */
export function selectorPlace(pod: Pod): { readonly before: string } {
  return pod.spec.get('tolerations') === undefined ? aboveContainers(pod) : { before: 'tolerations' };
}
