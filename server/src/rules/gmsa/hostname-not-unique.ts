import type { KubeObject } from '../../kubernetes/object.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hasGmsa } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/hostname-not-unique',
  title: 'One hostname for several pods with a GMSA',
  gate: 'guessed',
  pod: {
    watches: ['spec.hostname'],
    *check(field, { pod, object }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name) || !hasSeveralPods(object)) return;
      if (!pod.containers.some((container) => hasGmsa(pod, container))) return;
      yield {
        at: field.span,
        message: message('All pods of this {0} have the host name `{1}` and share a GMSA.', object.kind, name),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'Domain controllers take them for one computer, and logons fail now and then.',
    },
  ],
  why: `Containers that use the same GMSA at the same time need host names of their own, or their trust in the domain breaks
from time to time. Without \`hostname\` each pod is called by its own name; the GMSA webhook can choose random host names,
but leaves one alone that is set.`,
  sources: [docs.gmsaTroubleshooting],
} satisfies Rule;

/** Whether several pods with the same template may run at once, under the host name that it gives. */
function hasSeveralPods({ kind, field }: KubeObject): boolean {
  switch (kind) {
    case 'DaemonSet':
      return true;
    case 'Deployment':
    case 'ReplicaSet':
    case 'ReplicationController':
      return isSeveral(field.at('spec', 'replicas')?.number);
    case 'Job':
    case 'CronJob': {
      const job = kind === 'Job' ? field.get('spec') : field.at('spec', 'jobTemplate', 'spec');
      // Pods of an indexed Job, like those of a StatefulSet, get their host names from the controller.
      return job?.get('completionMode')?.string !== 'Indexed' && isSeveral(job?.get('parallelism')?.number);
    }
    default:
      return false;
  }
}

function isSeveral(count: number | undefined): boolean {
  return count !== undefined && count > 1;
}
