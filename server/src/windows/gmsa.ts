import { type Container, effective, type Pod } from '../kubernetes/pod.ts';

/** Whether a container runs with a GMSA, its own or the pod's. */
export function hasGmsa(pod: Pod, container: Container): boolean {
  return ['gmsaCredentialSpecName', 'gmsaCredentialSpec'].some(
    (key) => !!effective(pod, container, 'windowsOptions', key)?.string,
  );
}

/** Whether the contents of a credential spec, which is JSON, are still to be filled in. */
export function isCredentialSpecOpen(text: string): boolean {
  return /\{\{|\$\{|^\s*<.*>\s*$/.test(text);
}
