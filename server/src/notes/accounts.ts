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
      text: `With containerd, a pod can access SMB network shares with its GMSA only on updated nodes. The update is
from late 2020 (version 2004) or early 2021 (Windows Server 2019).`,
      sources: [docs.gmsa, docs.windowsIntro],
    },
    {
      id: 'gmsa/logon-time-limits',
      title: 'Node requirements for GMSA',
      text: `A node must be able to read the password of the account. Either the node is joined to the domain, or it has
the Container Credential Guard (CCG) plug-in that the credential spec sets in \`HostAccountConfig\`. The plug-in requires
Windows Server 2022 or later, or an updated Windows Server 2019. Manifests do not show these requirements.`,
      sources: [docs.gmsa],
    },
    {
      id: 'knowledge/identity-sids',
      title: 'Security identifiers of container accounts',
      watches: inSecurityContexts('windowsOptions.runAsUserName'),
      text: `Windows identifies an account by its security identifier (SID), not by a numeric ID. Each container has its
own account database (SAM), which it does not share with the node or with other containers.`,
      sources: [docs.windowsSecurity],
    },
    {
      id: 'knowledge/secret-protection',
      title: 'Secrets on Windows nodes',
      text: `The files of a mounted Secret are stored on the disk of the node. Protect them with file ACLs, and encrypt
the disk with BitLocker.`,
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
      text: `Since policy version 1.25, the level \`restricted\` requires fewer fields on pods with \`os.name: windows\`.
Kubelets before 1.24 do not check \`os.name\`, so on a Linux node with such a kubelet, the pod can bypass the policy.
While the cluster has such nodes, keep the policy version below \`v1.25\`.`,
      sources: [docs.podSecurity],
    },
    {
      id: 'run-as-user-name/container-overrides-pod',
      title: 'runAsUserName of the pod and of a container',
      since: '1.16',
      watches: inContainers('securityContext.windowsOptions.runAsUserName'),
      text: `The \`windowsOptions\` of the pod and the container are merged field by field. A field of the container
overrides the same field of the pod. A field that the container does not set is inherited from the pod.`,
      sources: [docs.runAsUserName],
    },
    {
      id: 'support/local-accounts',
      title: 'User accounts before runAsUserName',
      until: '1.15',
      watches: inSecurityContexts('windowsOptions.runAsUserName'),
      text: `Before 1.16, a container runs as another user only if its image contains the account and is built to use
it. A manifest does not have a field for the user.`,
      sources: [docs.windowsIntro],
    },
  ],
};
