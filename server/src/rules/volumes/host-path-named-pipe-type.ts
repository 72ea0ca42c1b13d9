import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'volumes/host-path-named-pipe-type',
  title: 'Named pipe with a type',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.type'],
    *check(field) {
      const type = field.string ?? '';
      if (!TYPES.includes(type) || field.parent === undefined || hostEndpoint(field.parent) !== 'named pipe') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is a named pipe, which is none of the things that `type: {1}` asks for.',
          volumeNameOf(field),
          type,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The kubelet looks for one, so the pod may stay in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
  ],
  why: `The kubelet compares what is at the path with the \`type\`, and a pipe is no file, folder or socket. Leave the \`type\` out
or empty: then nothing is compared.`,
  sources: [docs.volumesAt('hostpath'), docs.windowsStorage],
  examples: [
    {
      name: 'The pipe of Docker as a file',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: monitor
          image: registry.example/monitor:1.0
      volumes:
        - name: docker
          hostPath:
            path: \\\\.\\pipe\\docker_engine
            type: File
#                 ^^^^ fails
        - name: containerd
          hostPath: { path: //./pipe/containerd-containerd, type: Socket }
#                                                                 ^^^^^^ fails
`,
      fixed: {
        'Remove `type`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: monitor
          image: registry.example/monitor:1.0
      volumes:
        - name: docker
          hostPath:
            path: \\\\.\\pipe\\docker_engine
        - name: containerd
          hostPath: { path: //./pipe/containerd-containerd, type: Socket }
`,
      },
    },
    {
      name: 'Without a type or with an empty one, and types of files',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: monitor
spec:
  os: { name: windows }
  containers:
    - name: monitor
      image: registry.example/monitor:1.0
  volumes:
    - name: docker
      hostPath: { path: '\\\\.\\pipe\\docker_engine', type: "" }
    - name: containerd
      hostPath: { path: '\\\\.\\pipe\\containerd-containerd' }
    - name: settings
      hostPath: { path: 'C:\\settings.json', type: File }
`,
    },
  ],
} satisfies Rule;

const TYPES: readonly string[] = ['Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];
