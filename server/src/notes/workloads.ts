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
  title: 'Workloads and what runs in them',
  notes: [
    {
      id: 'command/path-separator',
      title: 'Paths in commands',
      watches: [...inContainers('command'), ...inContainers('args')],
      text: `Most programming interfaces take slashes in paths. To \`cmd.exe\` a slash begins an option: write
backslashes in what the container runs as a command line.`,
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
      text: `Zero is success, as on Linux. Other codes may not be those of Linux: Ctrl-C, for one, gives 3221225786.
What the kubelet sets itself is the same.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/logging-log-monitor',
      title: 'Logs of Windows programs',
      watches: [...inContainers('command'), ...inContainers('args')],
      text: `Many write to ETW or to the event log, where \`kubectl logs\` does not look. Microsoft's LogMonitor, put
into the image, passes that on to the standard output.`,
      sources: [docs.windowsGuide],
    },
    {
      id: 'knowledge/report-issues',
      title: 'To report a fault in Kubernetes',
      text: `Tell the version of Kubernetes, the provider, the operating system, which network was chosen, the version
of the container runtime, and the logs, and label the issue sig/windows.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/signals',
      title: 'How a program is asked to end',
      watches: ['spec.terminationGracePeriodSeconds', ...inContainers('lifecycle')],
      text: `Windows has no Unix signals: a program ends on WM_CLOSE, on a console control event, or on a control code
for services.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/verify-deployment',
      title: 'What to try after a deployment',
      objects: [{ kind: 'Deployment', group: 'apps', watches: ['spec.replicas'] }],
      text: `That the nodes are healthy; that a node reaches pods, pods each other, and Services their pods; that names of
Services are found; that a NodePort can be reached from outside, and the outside from a pod. In place of \`docker ps\`
today's nodes have \`crictl\`.`,
      sources: [docs.windowsGuide],
    },
    {
      id: 'service/misplaced-selector',
      title: 'Selector in the wrong column',
      objects: [{ kind: 'Deployment', group: 'apps', watches: ['selector'] }],
      text: `In the guide's example with a RuntimeClass \`selector\` was indented by one blank. A copy of that is no
YAML, or has no \`spec.selector\`: it has to stand directly under \`spec\`.`,
      sources: [docs.windowsGuide],
    },
    {
      id: 'support/cluster-features',
      title: 'Features of the cluster that work',
      watches: [...inContainers('resources'), 'spec.priorityClassName'],
      text: `\`kubectl exec\`, metrics of pods and containers, horizontal autoscaling, resource quotas and preemption by
the scheduler work with Windows pods.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'support/pod-features',
      title: 'Features of pods that work',
      watches: ['spec.containers'],
      text: `Several containers with shared volumes, the status of the pod, probes, lifecycle hooks, ConfigMaps and
Secrets as variables or as files, \`emptyDir\` on disk, pipes of the host as mounts, limits, and port mappings work on
Windows.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'support/port-forward',
      title: 'kubectl port-forward',
      text: `It works from 1.15 on. Old nodes need a pause image that has wincat in it.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'support/workload-kinds',
      title: 'Kinds of workloads that work',
      objects: WORKLOADS.map(([group, kind]) => ({ group, kind, watches: ['apiVersion'] })),
      text: `All of them: Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job and CronJob run
Windows pods.`,
      sources: [docs.windowsIntro],
    },
  ],
};
