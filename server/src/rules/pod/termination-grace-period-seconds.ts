import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

/** How long Windows itself waits when Docker stops a container: a registry value in the image may change it. */
const SECONDS_OF_WINDOWS = 5;

export default {
  id: 'pod/termination-grace-period-seconds',
  title: 'Grace period that Docker does not keep on Windows',
  gate: 'windows',
  pod: {
    watches: [
      'spec.terminationGracePeriodSeconds',
      'spec.containers[*].livenessProbe.terminationGracePeriodSeconds',
      'spec.initContainers[*].livenessProbe.terminationGracePeriodSeconds',
      'spec.containers[*].startupProbe.terminationGracePeriodSeconds',
      'spec.initContainers[*].startupProbe.terminationGracePeriodSeconds',
    ],
    *check(field) {
      const seconds = field.number;
      if (seconds === undefined || seconds <= SECONDS_OF_WINDOWS) return;
      yield {
        at: field.span,
        message: message(
          'With Docker a Windows container ends about {0} seconds after it is told to stop, whatever `{1}: {2}` says.',
          String(SECONDS_OF_WINDOWS),
          'terminationGracePeriodSeconds',
          String(seconds),
        ),
      };
    },
  },
  outcomes: [{ effect: 'differs', runtime: 'docker', result: 'What it has not finished by then is cut off.' }],
  why: `When Docker stops a Windows container, its first process gets a shutdown event; Windows waits about five seconds and
ends whatever is left. containerd waits for as long as the pod asks. With Docker the image can bring a longer wait along:
the registry value \`WaitToKillServiceTimeout\` under \`HKLM\\SYSTEM\\CurrentControlSet\\Control\`. Times up to five seconds are
kept.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes issue 73434, moby/moby issue 25982')],
  examples: [
    {
      name: 'A minute to finish, with Docker',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  serviceName: queue
  selector:
    matchLabels: { app: queue }
  template:
    metadata:
      labels: { app: queue }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      terminationGracePeriodSeconds: 60
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
      containers:
        - name: queue
          image: registry.example/queue:2.2
          livenessProbe:
            terminationGracePeriodSeconds: 20
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
            tcpSocket: { port: 5672 }
          startupProbe:
            terminationGracePeriodSeconds: 10
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
            tcpSocket: { port: 5672 }
`,
    },
    {
      name: 'Probes of a sidecar, with Docker',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: queue
spec:
  os: { name: windows }
  initContainers:
    - name: log
      image: registry.example/log:1.0
      restartPolicy: Always
      livenessProbe: { terminationGracePeriodSeconds: 15, tcpSocket: { port: 24224 } }
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
      startupProbe: { terminationGracePeriodSeconds: 15, tcpSocket: { port: 24224 } }
#                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
  containers:
    - name: queue
      image: registry.example/queue:2.2
`,
    },
    {
      name: 'With containerd it works',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: queue
spec:
  os: { name: windows }
  terminationGracePeriodSeconds: 60
  containers:
    - name: queue
      image: registry.example/queue:2.2
`,
    },
    {
      name: 'A shorter time is kept with Docker too',
      settings: { containerRuntime: 'docker' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: queue
spec:
  os: { name: windows }
  terminationGracePeriodSeconds: 3
  containers:
    - name: queue
      image: registry.example/queue:2.2
`,
    },
  ],
} satisfies Rule;
