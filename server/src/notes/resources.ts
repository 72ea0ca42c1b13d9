import type { Topic } from '../lint/note.ts';
import { code, docs } from '../rule-kit/sources.ts';

export const resources: Topic = {
  id: 'resources',
  title: 'CPU, memory and disk space',
  notes: [
    {
      id: 'knowledge/cpu-reservation',
      title: 'CPU for the system',
      text: `Reserve a share of the processors for Windows itself, one that suits the cores of the node and how many
pods it has.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/job-objects',
      title: 'Job objects',
      watches: inLastingContainers('resources'),
      text: `What cgroups are on Linux, a job object with a filter for namespaces is on Windows. No container is without
one, so that there is no privileged mode; that of a HostProcess container is a special one.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/memory-reservation',
      title: 'Memory for the system',
      text: `Reserve 2 GiB or more for Windows, the container runtime and Kubernetes, with the kubelet's settings for
what is reserved for the system and for Kubernetes.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/no-oom-killer',
      title: 'When memory runs out',
      watches: inLastingContainers('resources.limits.memory'),
      text: `Windows always has page files and no OOM killer: a node without memory becomes slow, and no container is
\`OOMKilled\`. At its own limit a container gets no more memory, so that its allocations fail.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'resources/cpu-limit-hard-cap',
      title: 'CPU limit',
      watches: inLastingContainers('resources.limits.cpu'),
      text: `From 1.18 on it is a ceiling: the job object gets a share of all processor time of the node, from 1 to
10000, that is computed from the number of its processors. CPU requests count for the scheduler alone and give no
weight. Before 1.18 both became relative weights.`,
      sources: [
        docs.windowsResources,
        code('kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container_windows.go calculateCPUMaximum'),
        code('kubernetes/kubernetes pull request 86101'),
      ],
    },
    {
      id: 'resources/ephemeral-storage-sandbox',
      title: 'Disk of a container',
      watches: inLastingContainers('resources.limits[ephemeral-storage]'),
      text: `What a container writes goes to a drive C: of 20 GB by default. A limit does not make it any larger; large
data belong on volumes.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'resources/requests-no-guarantee',
      title: 'Requests',
      watches: inLastingContainers('resources.requests'),
      text: `They are taken off what is left of the node when a pod is scheduled. On an overcommitted Windows node
nothing keeps that for the pod afterwards.`,
      sources: [docs.windowsIntro, docs.windowsResources],
    },
  ],
};

/** Ephemeral containers have no resources. */
function inLastingContainers(path: string): string[] {
  return ['containers', 'initContainers'].map((list) => `spec.${list}[*].${path}`);
}
