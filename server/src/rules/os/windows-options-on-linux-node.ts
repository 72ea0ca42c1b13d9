import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { changeOsLabels, keptOn } from '../../rule-kit/operating-system.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'os/windows-options-on-linux-node',
  code: 'KW1086',
  title: 'windowsOptions in a pod for Linux nodes',
  gate: 'linux',
  pod: {
    watches: inSecurityContexts('windowsOptions'),
    check(field, { pod, facts, report }) {
      const requestsWindows = field.entries().some(([key, value]) => key !== 'hostProcess' || value.boolean === true);
      const constraint = nodeConstraint(pod, facts);
      if (!requestsWindows || pod.spec.get('os') !== undefined || constraint.nodes !== 'linux') return;
      report({
        at: field.span,
        message: message('`windowsOptions` {effect}: the pod can only be scheduled on Linux nodes.'),
        related: keptOn('linux', constraint),
        fixes: [removal(field), ...changeOsLabels(constraint, 'windows')],
      });
    },
  },
  outcomes: [{ effect: 'ignored', result: 'The kubelet ignores `windowsOptions` on Linux.' }],
  why: `\`windowsOptions\` contains user names, GMSA and HostProcess settings, which Linux nodes ignore. The container
runs as the user from the image or from \`runAsUser\`. Remove the options, or select Windows nodes.`,
  sources: [docs.runAsUserName],
} satisfies Rule;
