import type { Topic } from '../lint/note.ts';
import { inContainers, inSecurityContexts } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { windowsPods } from '../windows/selected-pods.ts';

export const accounts: Topic = {
  id: 'accounts',
  title: 'Accounts, secrets and Pod Security',
  notes: [
    {
      id: 'gmsa/containerd-network-share-patch',
      title: 'GMSA and network shares with containerd',
      watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
      text: `Under containerd a pod reaches the network shares of Windows (SMB) with its GMSA only on nodes that have an
update of late 2020 (version 2004) or early 2021 (Windows Server 2019). Nodes that are kept up to date have it.`,
      sources: [docs.gmsa, docs.windowsIntro],
    },
    {
      id: 'gmsa/logon-time-limits',
      title: 'What a GMSA asks of the nodes',
      text: `A node has to be allowed to read the password of the account. It is either joined to the domain, or has a
plug-in of the Container Credential Guard (CCG) that the credential spec names under \`HostAccountConfig\`. The second
way takes Windows Server 2022 or newer, or an updated Windows Server 2019. No manifest shows any of it.`,
      sources: [docs.gmsa],
    },
    {
      id: 'knowledge/identity-sids',
      title: 'Who an account is',
      watches: inSecurityContexts('windowsOptions.runAsUserName'),
      text: `To Windows an account is a security identifier (SID), not a number. Every container has an account database
(SAM) of its own, which neither the node nor another container knows.`,
      sources: [docs.windowsSecurity],
    },
    {
      id: 'knowledge/secret-protection',
      title: 'Secrets on Windows nodes',
      text: `The files of a mounted Secret lie on the disk of the node. Set ACLs that keep others from reading them, and
encrypt the volume of the node with BitLocker.`,
      sources: [docs.windowsSecurity],
    },
    {
      id: 'pod-security/old-kubelets',
      title: 'Pod Security and kubelets before 1.24',
      since: '1.25',
      objects: [
        {
          kind: 'Namespace',
          group: '',
          watches: ['metadata.labels[pod-security.kubernetes.io/*]'],
          concerns: (_, { object, facts }) => windowsPods([], object.name, facts).length > 0,
        },
      ],
      text: `From policy version 1.25 on the level \`restricted\` asks less of a pod whose \`os.name\` is \`windows\`.
Kubelets before 1.24 do not look at \`os.name\`, so that on a Linux node of that age such a pod would get around the
policy. As long as the cluster has such nodes, hold the version of the policy below \`v1.25\`.`,
      sources: [docs.podSecurity],
    },
    {
      id: 'run-as-user-name/container-overrides-pod',
      title: 'User of the pod and of a container',
      since: '1.16',
      watches: inContainers('securityContext.windowsOptions.runAsUserName'),
      text: `The options of pod and container are put together field by field: a user that the container names counts
for it in place of the pod's, and what the container leaves out it has from the pod.`,
      sources: [docs.runAsUserName],
    },
    {
      id: 'support/local-accounts',
      title: 'Other users before there was runAsUserName',
      until: '1.15',
      watches: inSecurityContexts('windowsOptions.runAsUserName'),
      text: `Up to 1.15 a container runs as another user only if its image brings an account of its own and was built to
use it; a manifest has no field for that.`,
      sources: [docs.windowsIntro],
    },
  ],
};
