import type { Note, Topic } from '../lint/note.ts';
import { docs } from '../rule-kit/sources.ts';
import { type ClusterProvider, providerOf } from '../windows/providers.ts';
import { pages } from './sources.ts';

const ONE_PLACE = `If several Windows workloads use the same node selector and tolerations, create a RuntimeClass for
each Windows release and set them there.`;

export const scheduling: Topic = {
  id: 'scheduling',
  title: 'Scheduling and providers',
  notes: [
    {
      id: 'knowledge/aks-windows',
      title: 'Azure Kubernetes Service',
      watches: ['spec.nodeSelector[kubernetes.azure.com/os-sku]', 'spec.tolerations'],
      ...ofProvider(
        'aks',
        `The node label \`kubernetes.azure.com/os-sku\` has the value \`Windows2019\`, \`Windows2022\` or
\`Windows2025\`. Windows nodes have no taint by default, and system node pools always run Linux.

Windows Server 2019 was retired on 2026-03-01 and is not available in Kubernetes 1.33 and later. Windows Server 2022
retires on 2028-06-30 and is not available in 1.37 and later, where only Windows Server 2025 is left. The Annual Channel
was retired on 2026-05-15.

AKS removes the node images a year after the retirement: on 2027-04-01 for 2019, on 2027-05-15 for the Annual Channel,
and on 2029-06-30 for 2022. Node pools with a removed image cannot scale.`,
      ),
      sources: [pages.aks, pages.aksRetirements],
    },
    {
      id: 'knowledge/fargate-windows',
      title: 'Amazon EKS',
      watches: ['spec.tolerations'],
      ...ofProvider(
        'eks',
        `Windows pods cannot run on Fargate and cannot use IPv6, security groups for pods or custom networking.
Windows nodes have no taint by default.`,
      ),
      sources: [pages.eks],
    },
    {
      id: 'knowledge/gke-windows',
      title: 'Google Kubernetes Engine',
      watches: [
        'spec.nodeSelector[cloud.google.com/gke-os-distribution]',
        'spec.nodeSelector[cloud.google.com/gke-windows-os-version]',
        'spec.tolerations',
      ],
      ...ofProvider(
        'gke',
        `Windows nodes have the taint \`node.kubernetes.io/os=windows:NoSchedule\`. A webhook adds the toleration to
pods with the node selector \`kubernetes.io/os: windows\`. The labels \`cloud.google.com/gke-os-distribution\` and
\`cloud.google.com/gke-windows-os-version\` identify the Windows release of a node.`,
      ),
      sources: [pages.gke],
    },
    {
      id: 'knowledge/openshift-windows',
      title: 'OpenShift',
      watches: ['spec.tolerations'],
      ...ofProvider(
        'openshift',
        `The Windows Machine Config Operator (WMCO) adds the taint \`os=Windows:NoSchedule\` to its nodes, with a
capital W. It requires a RuntimeClass for each Windows version and recommends \`os.name\` in pods.`,
      ),
      sources: [pages.openShift],
    },
    {
      id: 'runtime-class/recommended',
      title: 'RuntimeClass for node selector and tolerations',
      watches: ['spec.tolerations'],
      says: (_, { pod }) => (pod.spec.get('runtimeClassName') === undefined ? ONE_PLACE : undefined),
      text: ONE_PLACE,
      sources: [docs.windowsGuide],
    },
    {
      id: 'scheduling/node-name',
      title: 'nodeName',
      watches: ['spec.nodeName'],
      text: `A pod with \`nodeName\` bypasses the scheduler, but the kubelet still checks the node selector. The name
does not identify the operating system of the node: also set \`os.name\`, so that the pod can be checked.`,
      sources: [docs.windowsGuide],
    },
  ],
};

/** A note for hovers on the labels of a provider, and on tolerations if a setting names the provider. */
function ofProvider(id: ClusterProvider, text: string): Pick<Note, 'says' | 'text'> {
  return {
    says: (field, { settings }) => (field.key !== 'tolerations' || providerOf(settings) === id ? text : undefined),
    text,
  };
}
