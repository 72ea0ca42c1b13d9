import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account, isHostProcessAccount } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';
import { isUserNameUnknown, userNameFaults } from '../../windows/user-name.ts';

export default {
  id: 'host-process/user-account',
  code: 'KW1057',
  title: 'Unsupported account for a HostProcess container',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { pod, settings, report }) {
      const name = field.string;
      if (name === undefined || isUserNameUnknown(name) || userNameFaults(name).length > 0) return;
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      const kind = account(name);
      // A plain name can be a local group, in which containerd 1.7 and later create an account.
      const isGroup =
        kind === 'other' && !name.includes('\\') && !['containerd-1.6', 'docker'].includes(settings.containerRuntime);
      if (isHostProcessAccount(kind) || isGroup) return;
      const isOfContainers = kind === 'container-user' || kind === 'container-administrator';
      report({
        at: field.valueSpan,
        ...(isOfContainers ? { case: 'the account is `ContainerUser` or `ContainerAdministrator`' } : {}),
        message: isOfContainers
          ? message('`{0}` {effect}: the account does not exist on the node, where HostProcess containers run.', name)
          : message('`{0}` is not a documented account for HostProcess containers.', name),
        fixes: HOST_PROCESS_ACCOUNTS.map((name) => changeUserName(field, name)),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the account is `ContainerUser` or `ContainerAdministrator`',
      since: '1.22',
    },
    { effect: 'unsupported', since: '1.22', result: 'Whether the container can be created depends on the node.' },
  ],
  why: `A HostProcess container runs as an account of the node: \`NT AUTHORITY\\SYSTEM\`, \`NT AUTHORITY\\Local
service\` or \`NT AUTHORITY\\NetworkService\`. \`ContainerUser\` and \`ContainerAdministrator\` exist only inside
ordinary containers. Set \`runAsUserName\` to one of the service accounts.

With containerd 1.7 and later, you can also name a local group of the node; containerd then creates an account in this
group.`,
  sources: [docs.hostProcess, code('kubernetes/enhancements KEP-1981')],
} satisfies Rule;
