import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';

export default {
  id: 'persistent-volume/local-path',
  title: 'Local volume with a Linux path on Windows nodes',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.local.path'],
      *check(field, { object }) {
        const path = field.string ?? '';
        if (!path.startsWith('/') || nodesOfVolume(object) !== 'windows') return;
        yield {
          at: field.valueSpan,
          message: message('`{0}` has no drive letter, but this PersistentVolume is on Windows nodes.', path),
        };
      },
    },
  ],
  outcomes: [{ effect: 'differs', result: 'The path refers to drive C there.' }],
  why: `Local volumes work on Windows with Windows paths: \`D:\` or \`C:\\disks\\one\`. A path that starts with a slash
refers to drive C, where the disk rarely is. Set \`path\` to the drive or directory of the disk.`,
  sources: [docs.volumesAt('local')],
} satisfies Rule;
