import type { KubeObject } from '../../kubernetes/object.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hasGmsa } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/hostname-not-unique',
  title: 'hostname shared by several pods with a GMSA',
  gate: 'guessed',
  pod: {
    watches: ['spec.hostname'],
    *check(field, { pod, object }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name) || !hasSeveralPods(object)) return;
      if (!pod.containers.some((container) => hasGmsa(pod, container))) return;
      yield {
        at: field.span,
        message: message('All pods of this {0} share the host name `{1}` and a GMSA.', object.kind, name),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'Domain controllers see the pods as one computer, so logons fail intermittently.',
    },
  ],
  why: `Containers that use the same GMSA at the same time need unique host names. Otherwise, their trust relationship
with the domain fails intermittently. Remove \`hostname\`, and each pod uses its own name as the host name.

The GMSA webhook can assign random host names, but it keeps one that is already set.`,
  sources: [docs.gmsaTroubleshooting],
} satisfies Rule;

/** Whether several pods of the template can run at once with the host name that it sets. */
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
      // The controller sets the host names of an indexed Job's pods, like those of a StatefulSet's.
      return job?.get('completionMode')?.string !== 'Indexed' && isSeveral(job?.get('parallelism')?.number);
    }
    default:
      return false;
  }
}

function isSeveral(count: number | undefined): boolean {
  return count !== undefined && count > 1;
}
