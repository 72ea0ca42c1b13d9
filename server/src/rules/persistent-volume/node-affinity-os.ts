import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/node-affinity-os',
  title: 'PersistentVolume of Linux nodes for a Windows pod',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.nodeAffinity.required'],
      *check(field, { object, facts }) {
        if (nodesOfVolume(object) !== 'linux') return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        yield {
          at: field.span,
          message: message(
            'Only Linux nodes can reach this PersistentVolume, but the Windows {0} uses it.',
            podTitle(first.pod),
          ),
          related: relatedUsers(users),
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The scheduler may find no node for the pod, which then stays Pending.',
    },
  ],
  why: `The node affinity of a volume says which nodes can reach it, and the scheduler puts a pod on one of them only. A volume that is a
disk of Linux nodes is of no use to a Windows pod: give it a volume of its own.`,
  sources: [docs.persistentVolumes],
} satisfies Rule;
