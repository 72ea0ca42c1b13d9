import type { Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';

const WORKLOADS = [
  ['', 'ReplicationController'],
  ['apps', 'DaemonSet'],
  ['apps', 'Deployment'],
  ['apps', 'ReplicaSet'],
  ['apps', 'StatefulSet'],
  ['batch', 'CronJob'],
  ['batch', 'Job'],
] as const;

export const workloads: Topic = {
  id: 'workloads',
  title: 'Workloads and processes',
  notes: [
    {
      id: 'command/path-separator',
      title: 'Path separators in commands',
      watches: [...inContainers('command'), ...inContainers('args')],
      text: `Most Windows APIs accept forward slashes in paths. \`cmd.exe\` treats a slash as the start of an option:
use backslashes in commands that run in the container.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/exit-codes',
      title: 'Exit codes',
      watches: ['spec.restartPolicy'],
      objects: [
        { kind: 'Job', group: 'batch', watches: ['spec.podFailurePolicy.rules[*].onExitCodes'] },
        { kind: 'CronJob', group: 'batch', watches: ['spec.jobTemplate.spec.podFailurePolicy.rules[*].onExitCodes'] },
      ],
      text: `Zero means success, as on Linux. Other exit codes may differ: for example, Ctrl-C results in 3221225786,
which is -1073741510 in the status of the container. Exit codes that the kubelet sets are the same.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/logging-log-monitor',
      title: 'Logs of Windows applications',
      text: `Many Windows applications log to ETW or the event log, which \`kubectl logs\` does not show. Add the
Microsoft tool LogMonitor to the image: it forwards these logs to the standard output.`,
      sources: [docs.windowsGuide],
    },
    {
      id: 'knowledge/report-issues',
      title: 'Reporting Kubernetes issues',
      text: `In a Kubernetes issue, include the Kubernetes version, the provider, the operating system, the network
choice, the container runtime version and the logs. Add the label sig/windows.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/signals',
      title: 'Process termination',
      watches: ['spec.terminationGracePeriodSeconds', ...inContainers('lifecycle')],
      text: `Windows does not have Unix signals: a program ends on \`WM_CLOSE\`, a console control event or a service
control code.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/verify-deployment',
      title: 'Checks after a deployment',
      text: `Check that nodes are healthy, and that traffic from node to pod, pod to pod and Service to pod works. Also
check service discovery, inbound NodePort traffic and outbound traffic. Use \`crictl\` instead of \`docker ps\` on
current nodes.`,
      sources: [docs.windowsGuide],
    },
    {
      id: 'service/misplaced-selector',
      title: 'Misplaced selector in a Deployment',
      objects: [{ kind: 'Deployment', group: 'apps', watches: ['selector'] }],
      text: `In a RuntimeClass example of the guide, \`selector\` was indented incorrectly. A copy of it is not valid
YAML or has no \`spec.selector\`: indent \`selector\` directly under \`spec\`.`,
      sources: [docs.windowsGuide],
    },
    {
      id: 'support/cluster-features',
      title: 'Supported cluster features',
      watches: [...inContainers('resources'), 'spec.priorityClassName'],
      text: `\`kubectl exec\`, pod and container metrics, horizontal autoscaling, resource quotas and scheduler
preemption work with Windows pods.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'support/pod-features',
      title: 'Supported pod features',
      watches: ['spec.containers'],
      text: `Windows supports several containers with shared volumes, pod status, probes and lifecycle hooks. It also
supports ConfigMaps and Secrets as variables or files, \`emptyDir\` on disk, mounts of host named pipes, limits and port
mappings.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'support/port-forward',
      title: 'kubectl port-forward',
      text: `\`kubectl port-forward\` works in Kubernetes 1.15 and later. Older nodes require a pause image that
contains wincat.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'support/workload-kinds',
      title: 'Supported workload kinds',
      objects: WORKLOADS.map(([group, kind]) => ({ group, kind, watches: ['apiVersion'] })),
      text: `Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job and CronJob can run Windows
pods.`,
      sources: [docs.windowsIntro],
    },
  ],
};
