import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { changeUserName } from '../../lint/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/least-privileged-account',
  title: 'HostProcess container that runs as SYSTEM',
  gate: 'any',
  offByDefault: true,
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (
        name === undefined ||
        account(name) !== 'system' ||
        hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0
      )
        return;
      const [, localService] = HOST_PROCESS_ACCOUNTS;
      yield {
        at: field.valueSpan,
        message: message('As `{0}` a HostProcess container may do anything on its node.', name),
        fixes: [changeUserName(field, localService)],
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.22' }],
  why: `\`NT AUTHORITY\\SYSTEM\` owns the node. Where the task allows it, take \`NT AUTHORITY\\Local service\`, the least
privileged of the three service accounts, or with containerd 1.7 a local group of the node that has just the rights needed.`,
  sources: [docs.hostProcess],
} satisfies Rule;
