import type { Topic } from '../lint/note.ts';
import { inContainers, inSecurityContexts } from '../rule-kit/field-patterns.ts';
import { docs, VALIDATION } from '../rule-kit/sources.ts';
import { hostProcess as hostProcessOf, isInHostProcess } from '../windows/host-process.ts';
import { pages } from './sources.ts';

const ANY_BUILD = `The image of a HostProcess container does not have to match the Windows build of the node. It does not
need Server Core or Nano Server as its base image either:
\`mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image\` is much smaller.`;

const NO_EXEMPTION = `HostProcess replaces \`privileged\`; you cannot use both. With \`os.name: windows\`, the API server
rejects Linux-only fields on HostProcess pods as on all other Windows pods.`;

const SAME_NODE = `A Windows pod may not reach a Service whose endpoint is a HostProcess pod on its own node: the connection
fails. This is reported for Amazon EKS with Windows Server 2019.`;

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
      title: 'Cluster policy for HostProcess pods',
      since: '1.22',
      watches: inSecurityContexts('windowsOptions.hostProcess'),
      text: `HostProcess counts as privileged. With \`--allow-privileged=false\`, the API server rejects the pod
(\`hostProcess containers are disallowed by cluster policy\`). The Pod Security level of the namespace must be
\`privileged\`.`,
      sources: [docs.hostProcess, VALIDATION],
    },
    {
      id: 'host-process/containerd-service-account',
      title: 'Access denied when a HostProcess container starts',
      since: '1.22',
      text: `To start HostProcess containers, the containerd service must run as LocalSystem or LocalService. Otherwise,
the containers fail with \`failed to create user process token ... Access is denied\`.`,
      sources: [docs.hostProcess],
    },
    {
      id: 'host-process/isolation-limits',
      title: 'Isolation of HostProcess containers',
      since: '1.22',
      watches: inSecurityContexts('windowsOptions.hostProcess'),
      text: `A HostProcess container uses the file system, the registry and the network of the node, without Hyper-V
isolation. CPU and memory limits apply through a job object. Treat everyone who can create such pods as an
administrator of the node.

Logs, exec, probes, service accounts and volumes work.`,
      sources: [docs.hostProcess],
    },
    {
      id: 'host-process/linux-fields',
      title: 'Linux-only fields on a HostProcess pod',
      since: '1.23',
      watches: inContainers('securityContext.privileged'),
      says: (field, { pod, settings }) =>
        isInHostProcess(pod, settings.kubernetesVersion, field) ? NO_EXEMPTION : undefined,
      text: NO_EXEMPTION,
      sources: [docs.hostProcess, docs.windowsIntro],
    },
    {
      id: 'host-process/service-endpoint',
      title: 'Service access to a HostProcess pod on the same node',
      since: '1.22',
      watches: ['spec.hostNetwork'],
      says: (_, { pod, settings }) =>
        hostProcessOf(pod, settings.kubernetesVersion).extent === 'all' ? SAME_NODE : undefined,
      text: SAME_NODE,
      sources: [pages.hostProcessEndpoint],
    },
  ],
};
