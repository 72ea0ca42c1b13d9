import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/least-privileged-account',
  code: 'KW1049',
  title: 'HostProcess container running as SYSTEM',
  gate: 'any',
  offByDefault: true,
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { pod, settings, report }) {
      const name = field.string;
      if (
        name === undefined ||
        account(name) !== 'system' ||
        hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0
      )
        return;
      const [, localService] = HOST_PROCESS_ACCOUNTS;
      report({
        at: field.valueSpan,
        message: message('`{0}` gives HostProcess containers full control of the node.', name),
        fixes: [changeUserName(field, localService)],
      });
    },
  },
  outcomes: [{ effect: 'advice', since: '1.22', result: 'Use a less privileged account if possible.' }],
  why: `\`NT AUTHORITY\\SYSTEM\` has full control of the node. If the workload allows it, set \`runAsUserName\` to
\`NT AUTHORITY\\Local service\`, the least privileged of the three service accounts. With containerd 1.7 and later,
you can also name a local group of the node that has only the required rights.`,
  sources: [docs.hostProcess],
} satisfies Rule;
