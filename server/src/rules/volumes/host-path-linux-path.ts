import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isSocketPath, linuxPathOnWindows, onDriveC } from '../../windows/host-paths.ts';

const EXISTS = 'Windows nodes have the same directory';
const MUST_EXIST = 'the path must already exist';
const IS_MADE = 'the `type` creates the path, such as `DirectoryOrCreate`';

export default {
  id: 'volumes/host-path-linux-path',
  title: 'hostPath with a Linux path',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    *check(field) {
      const path = field.string ?? '';
      const found = linuxPathOnWindows(path);
      // Sockets have their own rule.
      if (found === undefined || isPlaceholder(path) || isSocketPath(path)) return;
      const type = field.parent?.get('type')?.string ?? '';
      if (/Device$/.test(type)) return;
      yield {
        at: field.valueSpan,
        case: found === 'existing' ? EXISTS : type.endsWith('OrCreate') ? IS_MADE : MUST_EXIST,
        message: message(
          '`{1}` in volume `{0}` {effect}: on a Windows node, it is `{2}`.',
          volumeNameOf(field),
          path,
          onDriveC(path),
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
    {
      effect: 'differs',
      case: EXISTS,
      phrase: 'is a Linux path',
      result: 'Windows nodes have this directory too, on drive C.',
    },
    {
      effect: 'fails',
      case: MUST_EXIST,
      doubtful: true,
      result: 'Without that path, the container is not created.',
    },
    {
      effect: 'differs',
      case: IS_MADE,
      phrase: 'is a Linux path',
      result: 'If the path does not exist, it is created empty.',
    },
  ],
  why: `On a Windows node, a path without a drive letter is on drive C. What Linux keeps in \`/etc\`, \`/proc\` or
\`/usr\` is elsewhere there or does not exist, and container runtimes on Windows do not create missing directories. Use
a path of the Windows node. The directories of the kubelet have the same names: \`C:\\var\\lib\\kubelet\`,
\`C:\\var\\log\\pods\` and \`C:\\var\\log\\containers\`.`,
  sources: [docs.volumesAt('hostpath'), code('containerd/containerd WithWindowsMounts')],
} satisfies Rule;
