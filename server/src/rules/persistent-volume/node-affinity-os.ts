import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/node-affinity-os',
  code: 'KW1092',
  title: 'Windows pod with a PersistentVolume on Linux nodes',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.nodeAffinity.required'],
      check(field, { object, facts, report }) {
        if (nodesOfVolume(object) !== 'linux') return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        report({
          at: field.span,
          message: message(
            '`nodeAffinity` {effect}: only Linux nodes can access this volume, but Windows {0} uses it.',
            podTitle(first.pod),
          ),
          related: relatedUsers(users),
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      phrase: 'may keep the pod Pending',
      result: 'The scheduler may report a volume node affinity conflict.',
    },
  ],
  why: `The node affinity of a PersistentVolume defines which nodes can access it, and the scheduler places a pod only
on one of them. A Windows pod cannot use a volume that only Linux nodes can access: give it its own PersistentVolume.`,
  sources: [docs.persistentVolumes],
} satisfies Rule;
