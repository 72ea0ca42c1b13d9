import type { KubeObject } from '../kubernetes/object.ts';
import { isObjectName } from '../kubernetes/object.ts';
import type { Container, Pod } from '../kubernetes/pod.ts';
import { type Facts, namesOf } from '../kubernetes/questions.ts';
import type { Field } from '../yaml/read/field.ts';

/** The credential spec that applies to a container: the field with its name, else the one with its contents. */
export function gmsaField(pod: Pod, container: Container): Field | undefined {
  const options = optionsOf(pod, container);
  return options?.get('gmsaCredentialSpecName') ?? options?.get('gmsaCredentialSpec');
}

/**
 * Whether a container is known to run with a GMSA, its own or that of the pod. Windows needs the contents: the webhook adds them
 * to the names of the pod and of `containers`, and only from version 0.14 on of init containers.
 * https://github.com/kubernetes-sigs/windows-gmsa/blob/master/admission-webhook/webhook.go
 */
export function hasGmsa(pod: Pod, container: Container): boolean {
  const options = optionsOf(pod, container);
  const isExpanded = container.list === 'containers' || options === optionsIn(pod.spec);
  return (
    !!options?.get('gmsaCredentialSpec')?.string || (isExpanded && !!options?.get('gmsaCredentialSpecName')?.string)
  );
}

/** Whether the contents of a credential spec, which are JSON, have a placeholder. */
export function isCredentialSpecUnknown(text: string): boolean {
  return /\{\{|\$\{|^\s*<.*>\s*$/.test(text);
}

/** The names of the credential specs in the workspace to choose from; none if there are too many. */
export function credentialSpecChoices(facts: Facts): string[] {
  const names = namesOf(facts, 'GMSACredentialSpec').filter(isObjectName);
  return names.length > MAX_SUGGESTIONS ? [] : names;
}

const MAX_SUGGESTIONS = 5;

/** A container with either of the two fields inherits neither from the pod. */
function optionsOf(pod: Pod, container: Container): Field | undefined {
  return [container.field, pod.spec]
    .map(optionsIn)
    .find((options) => (options?.get('gmsaCredentialSpecName') ?? options?.get('gmsaCredentialSpec')) !== undefined);
}

function optionsIn(holder: Field): Field | undefined {
  return holder.at('securityContext', 'windowsOptions');
}

/**
 * Whether several pods of the template can run at once: any, or those that have the host name of the template. The controller
 * sets the host names of the pods of StatefulSets and indexed Jobs.
 */
export function hasSeveralPods({ kind, field }: KubeObject, which: 'any' | 'one host name'): boolean {
  switch (kind) {
    case 'DaemonSet':
      return true;
    case 'Deployment':
    case 'ReplicaSet':
    case 'ReplicationController':
      return isSeveral(field.at('spec', 'replicas')?.number);
    case 'StatefulSet':
      return which === 'any' && isSeveral(field.at('spec', 'replicas')?.number);
    case 'Job':
    case 'CronJob': {
      const job = kind === 'Job' ? field.get('spec') : field.at('spec', 'jobTemplate', 'spec');
      const isIndexed = job?.get('completionMode')?.string === 'Indexed';
      return (which === 'any' || !isIndexed) && isSeveral(job?.get('parallelism')?.number);
    }
    default:
      return false;
  }
}

function isSeveral(count: number | undefined): boolean {
  return count !== undefined && count > 1;
}
