import type { Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { code, docs } from '../rule-kit/sources.ts';
import { pages } from './sources.ts';

const DETECTOR = `Node Problem Detector has preliminary support for Windows. Earlier versions required privileged
Linux containers and did not work on Windows.`;

export const nodes: Topic = {
  id: 'nodes',
  title: 'Nodes and the kubelet',
  notes: [
    {
      id: 'knowledge/control-plane-linux-only',
      title: 'Control plane',
      text: `Windows nodes can only be worker nodes. Every cluster needs Linux nodes for the control plane and the
system pods.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/cpu-manager',
      title: 'CPU and memory affinity',
      text: `The CPU, memory and topology managers are alpha on Windows since Kubernetes 1.32, behind the feature gate
WindowsCPUAndMemoryAffinity.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/graceful-node-shutdown',
      title: 'Graceful node shutdown',
      text: `Graceful node shutdown is enabled by default on Windows nodes in Kubernetes 1.34 and later, and alpha
since 1.32. Without it, a shutdown terminates the pods immediately.`,
      sources: [pages.nodeShutdown],
    },
    {
      id: 'knowledge/kubeadm-capi',
      title: 'Tools for adding Windows nodes',
      text: `You can add Windows nodes with kubeadm and with the Cluster API.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/kubelet-enforce-node-allocatable',
      title: '--enforce-node-allocatable',
      text: `The kubelet does not implement this flag on Windows. Set it to an empty value.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/kubelet-eviction',
      title: 'Node-pressure eviction',
      text: `In Kubernetes 1.31 and later, Windows nodes evict pods under memory pressure. Older documentation lists
\`--eviction-hard\`, \`--eviction-soft\` and the condition MemoryPressure as not implemented. The condition
PIDPressure and OOM handling are still not available.`,
      sources: [docs.windowsIntro, code('kubernetes/kubernetes pull request 122922')],
    },
    {
      id: 'knowledge/kubelet-memory-unrestricted',
      title: 'Memory of the kubelet',
      text: `The memory of the kubelet and of other processes on the node is not limited. They are not part of the
allocatable resources and can exhaust the memory of the node.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/kubelet-priority-class',
      title: 'Priority of the kubelet',
      text: `With \`--windows-priorityclass\` set to \`ABOVE_NORMAL_PRIORITY_CLASS\` or higher, the kubelet stays
responsive when containers use all CPU time.`,
      sources: [docs.windowsResources],
    },
    {
      id: 'knowledge/kubelet-reserved-flags',
      title: '--kube-reserved, --system-reserved, --eviction-hard',
      text: `These flags reduce the allocatable resources of the node, but they do not limit the kubelet or other
processes. Some documents use the names \`--kubelet-reserve\` and \`--system-reserve\`, which are wrong.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/node-log-query',
      title: 'Logs of the services of a node',
      text: `The kubelet shows the logs of services such as itself and containerd, which Windows writes to the event log or to
files: \`kubectl get --raw "/api/v1/nodes/<node>/proxy/logs/?query=kubelet"\`. The feature gate NodeLogQuery is alpha in
1.27, beta in 1.30 and GA in 1.36. Set \`enableSystemLogHandler\` and \`enableSystemLogQuery\` in the configuration of the
kubelet: the second one is off by default in all releases.`,
      sources: [pages.nodeLogs, code('kubernetes/kubernetes pull request 137544')],
    },
    {
      id: 'knowledge/node-problem-detector',
      title: 'Node Problem Detector',
      watches: inContainers('name'),
      says: (field) => (/node-problem-detector/.test(field.string ?? '') ? DETECTOR : undefined),
      text: DETECTOR,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/node-services',
      title: 'kubelet and kube-proxy as services',
      text: `Register the kubelet and kube-proxy as Windows services with \`sc.exe\`, or run them with nssm. On nodes
that were set up with \`start.ps1\`, the script shows the running processes.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/proxy-variables',
      title: 'Nodes behind a proxy',
      text: `Set \`HTTP_PROXY\` and \`HTTPS_PROXY\` as machine-wide environment variables.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/version-skew',
      title: 'Version skew',
      text: `The supported version skew between the API server and the kubelet is the same for Windows and Linux
nodes.`,
      sources: [pages.versionSkew],
    },
  ],
};
