import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
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
  examples: [
    {
      name: 'An agent that reads logs, as it was on Linux',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: logs
          image: registry.example/logs:1.0
      volumes:
        - name: pods
          hostPath:
            path: /var/log/pods
#                 ^^^^^^^^^^^^^ differs
        - name: log
          hostPath: { path: /var/log/ }
#                           ^^^^^^^^^ differs
        - name: machine
          hostPath: { path: "/etc/machine-id", type: File }
#                           ^^^^^^^^^^^^^^^^^ fails
        - name: containers
          hostPath: { path: /var/lib/docker/containers }
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
        - name: positions
          hostPath:
            path: /run/promtail
#                 ^^^^^^^^^^^^^ differs
            type: DirectoryOrCreate
`,
      fixed: {
        'Change `path` to `C:\\var\\log\\pods`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: logs
          image: registry.example/logs:1.0
      volumes:
        - name: pods
          hostPath:
            path: 'C:\\var\\log\\pods'
        - name: log
          hostPath: { path: /var/log/ }
        - name: machine
          hostPath: { path: "/etc/machine-id", type: File }
        - name: containers
          hostPath: { path: /var/lib/docker/containers }
        - name: positions
          hostPath:
            path: /run/promtail
            type: DirectoryOrCreate
`,
        'Change `path` to `C:\\var\\log`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: logs
          image: registry.example/logs:1.0
      volumes:
        - name: pods
          hostPath:
            path: /var/log/pods
        - name: log
          hostPath: { path: 'C:\\var\\log' }
        - name: machine
          hostPath: { path: "/etc/machine-id", type: File }
        - name: containers
          hostPath: { path: /var/lib/docker/containers }
        - name: positions
          hostPath:
            path: /run/promtail
            type: DirectoryOrCreate
`,
      },
    },
    {
      name: 'Paths of Windows, and paths that are nobody’s',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: logs
spec:
  os: { name: windows }
  containers:
    - name: logs
      image: registry.example/logs:1.0
  volumes:
    - name: pods
      hostPath: { path: 'C:\\var\\log\\pods' }
    - name: tools
      hostPath: { path: /k }
    - name: devices
      hostPath: { path: /development }
    - name: settings
      hostPath: { path: "/etc/\${NAME}" }
    - name: docker
      hostPath: { path: /var/run/docker.sock }
`,
    },
  ],
} satisfies Rule;
