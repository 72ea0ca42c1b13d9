import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';

export default {
  id: 'persistent-volume/local-path',
  title: 'Linux path of a local volume on Windows nodes',
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
          message: message('`{0}` names no drive, and this PersistentVolume is on Windows nodes.', path),
        };
      },
    },
  ],
  outcomes: [{ effect: 'differs', result: 'There it is a folder of drive C.' }],
  why: `Local volumes work on Windows, with paths as Windows has them: \`D:\` or \`C:\\disks\\one\`. A path that begins with a slash is read as
one of drive C, which is seldom where the disk is.`,
  sources: [docs.volumesAt('local')],
} satisfies Rule;
