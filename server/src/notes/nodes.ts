import type { Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { code, docs } from '../rule-kit/sources.ts';
import { pages } from './sources.ts';

const DETECTOR = `It was incompatible, for it needed privileged Linux containers. Today's documentation has preliminary
support for Windows.`;

export const nodes: Topic = {
  id: 'nodes',
  title: 'Nodes and their kubelet',
  notes: [
    {
      id: 'knowledge/control-plane-linux-only',
      title: 'Control plane',
      text: `Windows nodes are workers and nothing else. The control plane and the pods of the system need Linux nodes
in every cluster.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/cpu-manager',
      title: 'Affinity of CPU and memory',
      text: `The managers of CPU, memory and topology are alpha on Windows, since 1.32 and behind the feature gate
WindowsCPUAndMemoryAffinity.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/graceful-node-shutdown',
      title: 'Shutdown of a node',
      text: `Since 1.34 a Windows node gives its pods time to end by default; 1.32 had that as alpha. Before, a shutdown
cuts them off.`,
      sources: [pages.nodeShutdown],
    },
    {
      id: 'knowledge/kubeadm-capi',
      title: 'Tools that add Windows nodes',
      text: `kubeadm and the Cluster API both can.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/kubelet-enforce-node-allocatable',
      title: '--enforce-node-allocatable',
      text: `The kubelet of Windows does not implement it: give it an empty value.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/kubelet-eviction',
      title: 'Eviction',
      text: `Older documentation has \`--eviction-hard\`, \`--eviction-soft\` and the condition MemoryPressure as not
implemented. Since 1.31 Windows nodes evict pods when memory runs short. PIDPressure and the handling of OOM they still
do not have.`,
      sources: [docs.windowsIntro, code('kubernetes/kubernetes pull request 122922')],
    },
    {
      id: 'knowledge/kubelet-memory-unrestricted',
      title: 'Memory of the kubelet',
      text: `Nothing limits what the kubelet and other processes of the node take. They are outside of what the node
counts as allocatable, and can starve it.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/kubelet-priority-class',
      title: 'Priority of the kubelet',
      text: `With \`--windows-priorityclass\` at \`ABOVE_NORMAL_PRIORITY_CLASS\` or higher the kubelet still responds
when containers keep the processors busy.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/kubelet-reserved-flags',
      title: '--kube-reserved, --system-reserved, --eviction-hard',
      text: `They make the allocatable part of the node smaller, but hold neither the kubelet nor other processes of the
node to it. The names \`--kubelet-reserve\` and \`--system-reserve\`, which some documents have, are wrong.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/node-problem-detector',
      title: 'Node problem detector',
      watches: inContainers('name'),
      says: (field) => (/node-problem-detector/.test(field.string ?? '') ? DETECTOR : undefined),
      text: DETECTOR,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/node-services',
      title: 'kubelet and kube-proxy as services',
      text: `Make them services of Windows with \`sc.exe\`, or run them under nssm. Of nodes that were set up with
\`start.ps1\`, the script shows the processes that run.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/proxy-variables',
      title: 'Nodes behind a proxy',
      text: `Set \`HTTP_PROXY\` and \`HTTPS_PROXY\` for the whole machine.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/version-skew',
      title: 'Version skew',
      text: `The kubelet of a Windows node may be as far from the version of the API server as that of a Linux node.`,
      sources: [pages.versionSkew],
    },
  ],
};
