import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { requiredPresence, requiredValues } from '../../windows/required-labels.ts';

const ROLES = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
const AKS_MODE = 'kubernetes.azure.com/mode';

export default {
  id: 'scheduling/linux-only-nodes',
  code: 'KW1147',
  title: 'Windows pod for control plane or AKS system nodes',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { pod, facts, report }) {
      // nodeName bypasses the scheduler.
      if (spec.get('nodeName') !== undefined) return;
      const roles = ROLES.flatMap((key) =>
        requiredPresence(pod, facts, key).map((requirement) => ({
          ...requirement,
          key,
          label: key,
          nodes: 'the control plane runs',
        })),
      );
      const modes = requiredValues(pod, facts, AKS_MODE)
        .filter(({ values }) => values.every((value) => value === 'system'))
        .map((requirement) => ({
          ...requirement,
          key: AKS_MODE,
          label: `${AKS_MODE}: system`,
          nodes: 'system node pools of AKS run',
        }));
      const [first] = [...roles, ...modes];
      if (first?.field === undefined) return;
      const selected = spec.at('nodeSelector', first.key);
      report({
        at: first.at,
        field: first.field,
        message: message('`{0}` {effect}: {1} only on Linux.', first.label, t(first.nodes)),
        fixes: selected === undefined ? [] : [{ ...removal(selected), safety: 'review' }],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      phrase: 'matches no Windows node',
      result: '',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `Windows nodes can only be worker nodes, so the labels \`node-role.kubernetes.io/control-plane\` and
\`node-role.kubernetes.io/master\` exist only on Linux nodes. On AKS, the same applies to the nodes of system node
pools, which have the label \`kubernetes.azure.com/mode: system\`. A Windows pod that selects these labels stays
Pending, and a DaemonSet creates no pods.

Select worker nodes with \`kubernetes.io/os: windows\`.`,
  sources: [
    docs.windowsIntro,
    {
      title: 'Microsoft: Manage system node pools in AKS',
      url: 'https://learn.microsoft.com/en-us/azure/aks/use-system-pools',
    },
  ],
} satisfies Rule;
