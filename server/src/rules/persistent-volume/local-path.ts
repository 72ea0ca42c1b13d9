import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/local-path',
  code: 'KW1090',
  title: 'Local volume with a Linux path on Windows nodes',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.local.path'],
      check(field, { object, facts, report }) {
        const path = field.string ?? '';
        const nodes = nodesOfVolume(object);
        if (!path.startsWith('/') || (nodes !== 'windows' && nodes !== 'both')) return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (nodes === 'both' && (first === undefined || users.shared)) return;
        report({
          at: field.valueSpan,
          message:
            nodes === 'both' && first !== undefined
              ? message('`{0}` has no drive letter, but Windows {1} uses this volume.', path, podTitle(first.pod))
              : message('`{0}` has no drive letter, but only Windows nodes can access this PersistentVolume.', path),
          related: relatedUsers(users),
        });
      },
    },
  ],
  outcomes: [{ effect: 'differs', result: 'On Windows nodes, a path that starts with a slash is on drive C.' }],
  why: `Local volumes work on Windows with Windows paths: \`D:\` or \`C:\\disks\\one\`. A path that starts with a slash
refers to drive C, where the disk rarely is. Set \`path\` to the drive or directory of the disk.

A node affinity on a hostname alone does not say which operating system the node runs. If the node runs Linux, the Windows
pod that uses the volume stays Pending instead: give the pod another volume.`,
  sources: [docs.volumesAt('local')],
} satisfies Rule;
