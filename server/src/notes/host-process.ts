import type { Topic } from '../lint/note.ts';
import { inContainers, inSecurityContexts } from '../rule-kit/field-patterns.ts';
import { docs, VALIDATION } from '../rule-kit/sources.ts';
import { isInHostProcess } from '../windows/host-process.ts';

const ANY_BUILD = `A HostProcess container runs on any Windows node: its image need not be of the node's build. Nor does it need
Server Core or Nano Server: \`mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image\` is a much smaller
base.`;

const NO_EXEMPTION = `HostProcess takes the place of \`privileged\`, and one excludes the other. With \`os.name: windows\` the API
server refuses the fields for Linux on a HostProcess pod as on every other Windows pod.`;

export const hostProcess: Topic = {
  id: 'host-process',
  title: 'HostProcess containers',
  notes: [
    {
      id: 'host-process/base-image',
      title: 'Image of a HostProcess container',
      since: '1.22',
      watches: inContainers('image'),
      says: (field, { pod, settings }) =>
        isInHostProcess(pod, settings.kubernetesVersion, field) ? ANY_BUILD : undefined,
      text: ANY_BUILD,
      sources: [docs.hostProcess],
    },
    {
      id: 'host-process/cluster-policy',
      title: 'Where HostProcess is allowed',
      since: '1.22',
      watches: inSecurityContexts('windowsOptions.hostProcess'),
      text: `It counts as privileged. An API server that runs with \`--allow-privileged=false\` rejects it
(\`hostProcess containers are disallowed by cluster policy\`), and the Pod Security level of the namespace has to be
\`privileged\`.`,
      sources: [docs.hostProcess, VALIDATION],
    },
    {
      id: 'host-process/containerd-service-account',
      title: 'HostProcess container that may not log on',
      since: '1.22',
      text: `The error \`failed to create user process token ... Access is denied\` comes from nodes on which the
service of containerd runs neither as LocalSystem nor as LocalService. It has to, in order to start HostProcess
containers.`,
      sources: [docs.hostProcess],
    },
    {
      id: 'host-process/isolation-limits',
      title: 'What HostProcess does not isolate',
      since: '1.22',
      watches: inSecurityContexts('windowsOptions.hostProcess'),
      text: `The container is a process of the node: it has the node's file system, registry and network, and no Hyper-V
around it. Its limits of CPU and memory hold, for it is in a job object; its output, exec,
probes, service accounts and volumes work. Whoever may write such a pod is as good as an administrator of the node.`,
      sources: [docs.hostProcess],
    },
    {
      id: 'host-process/linux-fields',
      title: 'Fields for Linux on a HostProcess pod',
      since: '1.23',
      watches: inContainers('securityContext.privileged'),
      says: (field, { pod, settings }) =>
        isInHostProcess(pod, settings.kubernetesVersion, field) ? NO_EXEMPTION : undefined,
      text: NO_EXEMPTION,
      sources: [docs.hostProcess, docs.windowsIntro],
    },
  ],
};
