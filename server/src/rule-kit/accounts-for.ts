import { type Container, effective, type Pod } from '../kubernetes/pod.ts';
import { hasGmsa } from '../windows/gmsa.ts';
import { startsIis } from '../windows/images.ts';

// The accounts that fixes offer: no other rule may report them on these containers.

/**
 * The account with few privileges for containers: a local account cannot use a GMSA. Undefined if one of them starts IIS, which
 * needs an administrator.
 */
export function standardAccountFor(pod: Pod, containers: readonly Container[]): string | undefined {
  if (containers.some(startsIis)) return undefined;
  return containers.some((container) => hasGmsa(pod, container)) ? 'NT AUTHORITY\\NETWORK SERVICE' : 'ContainerUser';
}

/** Whether containers can run as `ContainerAdministrator`: the kubelet does not create them with `runAsNonRoot: true`. */
export function canBeAdministrator(pod: Pod, containers: readonly Container[]): boolean {
  return containers.every((container) => effective(pod, container, 'runAsNonRoot')?.boolean !== true);
}
