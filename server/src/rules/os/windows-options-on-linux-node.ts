import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { changeOsLabels, keptOn } from '../../lint/operating-system.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'os/windows-options-on-linux-node',
  title: 'windowsOptions in a pod for Linux nodes',
  gate: 'linux',
  pod: {
    watches: inSecurityContexts('windowsOptions'),
    *check(field, { pod, facts }) {
      const says = field.entries().some(([key, value]) => key !== 'hostProcess' || value.boolean === true);
      const constraint = nodeConstraint(pod, facts);
      if (!says || pod.spec.get('os') !== undefined || constraint.leaves !== 'linux') return;
      yield {
        at: field.span,
        message: message('`windowsOptions` stands in a pod that goes to Linux nodes only.'),
        related: keptOn('linux', constraint),
        fixes: [removal(field), ...changeOsLabels(constraint, 'windows')],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Linux nodes ignore it.' }],
  why: `User names, GMSA and HostProcess are settings for Windows, and a Linux node does not look at them: the container runs
with the user that the image or \`runAsUser\` names. Either the options are left over from a Windows twin, or the node
selector is.`,
  sources: [docs.runAsUserName],
} satisfies Rule;
