import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { isSocketPath, linuxPathOnWindows, onDriveC } from '../../windows/host-paths.ts';

const EXISTS = 'Windows nodes have the same folder';
const MUST_EXIST = 'the path has to be there already';
const IS_MADE = 'the `type` has the path made, as `DirectoryOrCreate` does';

export default {
  id: 'volumes/host-path-linux-path',
  title: 'Path of a Linux node in a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    *check(field) {
      const path = field.string ?? '';
      const found = linuxPathOnWindows(path);
      // A socket is another matter, and has its own rule.
      if (found === undefined || isPlaceholder(path) || isSocketPath(path)) return;
      const type = field.parent?.get('type')?.string ?? '';
      if (/Device$/.test(type)) return;
      yield {
        at: field.valueSpan,
        case: found === 'existing' ? EXISTS : type.endsWith('OrCreate') ? IS_MADE : MUST_EXIST,
        message: message(
          'Volume `{0}` mounts `{1}` of the node, a path as Linux nodes have them.',
          volumeNameOf(field),
          path,
        ),
        fixes:
          found === 'missing'
            ? []
            : [
                {
                  title: `Change \`path\` to \`${onDriveC(path)}\``,
                  safety: 'review',
                  changes: [{ kind: 'replace', path: field.path, value: onDriveC(path) }],
                },
              ],
      };
    },
  },
  outcomes: [
    { effect: 'differs', case: EXISTS, result: 'A Windows node has that folder on drive C.' },
    {
      effect: 'fails',
      case: MUST_EXIST,
      doubtful: true,
      result: 'Where a Windows node has no such path on drive C, the container is not created.',
    },
    {
      effect: 'differs',
      case: IS_MADE,
      result: 'Where a Windows node has no such path on drive C, it is made there, empty.',
    },
  ],
  why: `A path without a drive is one of drive C on a Windows node, where what a Linux system keeps in \`/etc\`, \`/proc\` or
\`/usr\` is elsewhere or does not exist. Container runtimes on Windows make no folder that is missing. The folders of the
kubelet are there under the same names: \`C:\\var\\lib\\kubelet\`, \`C:\\var\\log\\pods\` and \`C:\\var\\log\\containers\`.`,
  sources: [docs.volumesAt('hostpath'), code('containerd/containerd WithWindowsMounts')],
} satisfies Rule;
