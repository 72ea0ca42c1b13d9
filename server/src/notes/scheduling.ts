import type { Note, Topic } from '../lint/note.ts';
import { docs } from '../rule-kit/sources.ts';
import { pages } from './sources.ts';

const ONE_PLACE = `Where several Windows workloads have the same node selector and tolerations, a RuntimeClass for each
Windows release holds them in one place.`;

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
        `The label \`kubernetes.azure.com/os-sku\` of a node says \`Windows2019\`, \`Windows2022\` or \`Windows2025\`.
There is no taint unless you add one, and the pools of the system are Linux. Windows Server 2019 does not go with 1.33
and newer and was retired on 2026-03-01; Windows Server 2022 does not go with 1.37 and newer and retires on 2028-06-30;
the annual channel was retired on 2026-05-15.`,
      ),
      sources: [pages.aks],
    },
    {
      id: 'knowledge/fargate-windows',
      title: 'Amazon EKS',
      watches: ['spec.tolerations'],
      ...ofProvider(
        'eks',
        `Windows pods run neither on Fargate nor with IPv6, and have no security groups for pods and no custom
networking. Nodes have no taint unless you add one.`,
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
        `Windows nodes have the taint \`node.kubernetes.io/os=windows:NoSchedule\`. A pod with the node selector
\`kubernetes.io/os: windows\` gets the toleration for it from a webhook. \`cloud.google.com/gke-os-distribution\` and
\`cloud.google.com/gke-windows-os-version\` are labels that tell which Windows a node runs.`,
      ),
      sources: [pages.gke],
    },
    {
      id: 'knowledge/openshift-windows',
      title: 'OpenShift',
      watches: ['spec.tolerations'],
      ...ofProvider(
        'openshift',
        `The Windows Machine Config Operator gives its nodes the taint \`os=Windows:NoSchedule\`, with a capital W. It
wants a RuntimeClass for each Windows version, and recommends \`os.name\` in pods.`,
      ),
      sources: [pages.openShift],
    },
    {
      id: 'runtime-class/recommended',
      title: 'A RuntimeClass for selector and tolerations',
      watches: ['spec.nodeSelector', 'spec.tolerations'],
      says: (_, { pod }) => (pod.spec.get('runtimeClassName') === undefined ? ONE_PLACE : undefined),
      text: ONE_PLACE,
      sources: [docs.windowsGuide],
    },
    {
      id: 'scheduling/node-name',
      title: 'nodeName',
      watches: ['spec.nodeName'],
      text: `A pod with \`nodeName\` skips the scheduler; the kubelet still checks the selectors. The name does not tell the
operating system of the node: set \`os.name\` too, so that the pod can be checked.`,
      sources: [docs.windowsGuide],
    },
  ],
};

/** A note that the hover of the labels of a provider shows, and that of tolerations where the setting `taint` names it. */
function ofProvider(id: string, text: string): Pick<Note, 'says' | 'text'> {
  return {
    says: (field, { settings }) => (field.key !== 'tolerations' || settings.taint === id ? text : undefined),
    text,
  };
}
