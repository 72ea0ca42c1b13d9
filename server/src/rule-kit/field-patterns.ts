import { CONTAINER_LISTS } from '../kubernetes/pod.ts';
import type { FieldPattern } from '../lint/rule.ts';

/** One pattern for each of the three lists of containers. */
export function inContainers(path: string): FieldPattern[] {
  return CONTAINER_LISTS.map((list) => `spec.${list}[*].${path}`);
}

/** Patterns without ephemeral containers, which have neither resources nor probes and are not part of manifests. */
export function inLastingContainers(...paths: readonly string[]): FieldPattern[] {
  return ['containers', 'initContainers'].flatMap((list) => paths.map((path) => `spec.${list}[*].${path}`));
}

/** The pod's own security context and that of every container. */
export function inSecurityContexts(path: string): FieldPattern[] {
  return [`spec.securityContext.${path}`, ...inContainers(`securityContext.${path}`)];
}
