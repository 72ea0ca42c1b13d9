import { type Facts, namesOf } from '../kubernetes/facts.ts';
import { isObjectName } from '../kubernetes/object.ts';
import type { Container, Pod } from '../kubernetes/pod.ts';
import type { Field } from '../yaml/read/field.ts';

/** The credential spec that counts for a container, its name before its contents. */
export function gmsaField(pod: Pod, container: Container): Field | undefined {
  const options = optionsOf(pod, container);
  return options?.get('gmsaCredentialSpecName') ?? options?.get('gmsaCredentialSpec');
}

/**
 * Whether a container runs with a GMSA, its own or the pod's. Windows gets the contents: the webhook puts them beside the
 * names of the pod and of `containers`, but not of other containers.
 * https://github.com/kubernetes-sigs/windows-gmsa/blob/master/admission-webhook/webhook.go
 */
export function hasGmsa(pod: Pod, container: Container): boolean {
  const options = optionsOf(pod, container);
  const isExpanded = container.list === 'containers' || options === optionsIn(pod.spec);
  return (
    !!options?.get('gmsaCredentialSpec')?.string || (isExpanded && !!options?.get('gmsaCredentialSpecName')?.string)
  );
}

/** Whether the contents of a credential spec, which is JSON, are still to be filled in. */
export function isCredentialSpecUnknown(text: string): boolean {
  return /\{\{|\$\{|^\s*<.*>\s*$/.test(text);
}

/** The credential specs of the workspace to choose from, by name; none where a list of them would help nobody. */
export function credentialSpecChoices(facts: Facts): string[] {
  const names = namesOf(facts, 'GMSACredentialSpec').filter(isObjectName);
  return names.length > MAX_SUGGESTIONS ? [] : names;
}

const MAX_SUGGESTIONS = 5;

/** Both fields go together: a container that has either takes neither from the pod. */
function optionsOf(pod: Pod, container: Container): Field | undefined {
  return [container.field, pod.spec]
    .map(optionsIn)
    .find((one) => (one?.get('gmsaCredentialSpecName') ?? one?.get('gmsaCredentialSpec')) !== undefined);
}

function optionsIn(holder: Field): Field | undefined {
  return holder.at('securityContext', 'windowsOptions');
}
