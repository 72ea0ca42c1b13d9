import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { isLinuxNodePath, isSocketPath, ofWindowsShell, onDriveC } from '../../windows/host-paths.ts';

const MUST_EXIST = 'the `type` requires an existing path, such as `Directory`';
const NO_TYPE = 'the `type` is empty';

export default {
  id: 'volumes/host-path-linux-path',
  code: 'KW1237',
  title: 'hostPath with a Linux path',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    check(field, { pod, once, report }) {
      const path = field.string ?? '';
      const intended = ofWindowsShell(path);
      // Sockets have their own rule.
      if ((!isLinuxNodePath(path) && intended === undefined) || isPlaceholder(path) || isSocketPath(path)) return;
      const type = field.parent?.get('type')?.string ?? '';
      if (/Device$/.test(type)) return;
      if (type === 'DirectoryOrCreate' && isOwnFolder(path) && once(pod.spec, hostProcessOf).extent === 'all') return;
      report({
        at: field.valueSpan,
        ...(type === '' ? { case: NO_TYPE } : type.endsWith('OrCreate') ? {} : { case: MUST_EXIST }),
        message: message(
          '`{1}` in volume `{0}` {effect}: on a Windows node, it is `{2}`.',
          volumeNameOf(field),
          path,
          onDriveC(path),
        ),
        fixes: intended === undefined ? [] : [changeValue(field, intended)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: MUST_EXIST,
      doubtful: true,
      result: 'If it is missing, the pod stays in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
    {
      effect: 'fails',
      case: NO_TYPE,
      runtime: 'docker',
      doubtful: true,
      result: 'If it is missing, Docker does not create the container.',
    },
    {
      effect: 'differs',
      case: NO_TYPE,
      phrase: 'is a Linux path',
      result: 'If it is missing, containerd creates an empty directory.',
    },
    {
      effect: 'differs',
      phrase: 'is a Linux path',
      result: 'If the path does not exist, an empty file or directory is created.',
    },
  ],
  why: `On a Windows node, a path without a drive letter is on drive C. Linux directories such as \`/etc\` and
\`/usr\` do not exist on Windows. Use a path of the Windows node.

HostProcess pods often use the same directories as on Linux for their own files. Those below \`/opt\`, \`/run\` and
\`/var/run\` are not reported if \`type\` is \`DirectoryOrCreate\`: the kubelet creates them on drive C.

containerd creates a missing directory, so the container starts and finds it empty. Docker does not create it. The
directories of the kubelet have the same names as on Linux: \`C:\\var\\lib\\kubelet\`, \`C:\\var\\log\\pods\` and
\`C:\\var\\log\\containers\`.`,
  sources: [
    docs.volumesAt('hostpath'),
    code('containerd/containerd internal/cri/opts/spec_windows_opts.go parseMount'),
  ],
} satisfies Rule;

/** Whether a program creates this folder on Linux, too: the system provides nothing below these folders. */
function isOwnFolder(path: string): boolean {
  return /^\/(?:opt|run|var\/run)\/+[^/]/.test(path);
}
