import type { Topic } from '../lint/note.ts';
import { inLastingContainers } from '../rule-kit/field-patterns.ts';
import { code, docs } from '../rule-kit/sources.ts';

export const resources: Topic = {
  id: 'resources',
  title: 'CPU, memory and disk space',
  notes: [
    {
      id: 'knowledge/cpu-reservation',
      title: 'CPU reservation for the system',
      text: `Reserve a share of the CPU for Windows. The share depends on the number of cores and pods of the node.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/job-objects',
      title: 'Job objects',
      watches: inLastingContainers('resources'),
      text: `Windows uses a job object with a namespace filter for each container, similar to cgroups on Linux. A
container cannot run without one, so privileged containers do not exist. HostProcess containers use a special job
object.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/memory-reservation',
      title: 'Memory reservation for the system',
      text: `Reserve at least 2 GiB for Windows, the container runtime and Kubernetes with the kubelet settings for
system-reserved and kube-reserved resources.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/no-oom-killer',
      title: 'No OOM killer',
      watches: inLastingContainers('resources.limits.memory'),
      text: `Windows has no OOM killer and always uses page files: a node that runs out of memory slows down, and
containers are not \`OOMKilled\`. At its own limit, a container cannot allocate more memory.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'resources/cpu-limit-hard-cap',
      title: 'CPU limit as a hard cap',
      watches: inLastingContainers('resources.limits.cpu'),
      text: `In Kubernetes 1.18 and later, the CPU limit is a hard cap. The job object gets a share of the total
processor time of the node (1 to 10000), based on the number of processors. CPU requests affect only scheduling.

In earlier releases, limits and requests were converted to relative weights.`,
      sources: [
        docs.windowsResources,
        code('kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container_windows.go calculateCPUMaximum'),
        code('kubernetes/kubernetes pull request 86101'),
      ],
    },
    {
      id: 'resources/ephemeral-storage-sandbox',
      title: 'Writable layer of a container',
      watches: inLastingContainers('resources.limits[ephemeral-storage]'),
      text: `The writable layer of a container is a C: drive of 20 GB by default, and an \`ephemeral-storage\` limit
does not enlarge it. Store large data on volumes.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'resources/requests-no-guarantee',
      title: 'Requests without a guarantee',
      watches: inLastingContainers('resources.requests'),
      text: `The scheduler subtracts requests from the available resources of the node. On an overcommitted Windows
node, requests do not guarantee these resources.`,
      sources: [docs.windowsIntro, docs.windowsResources],
    },
  ],
};
