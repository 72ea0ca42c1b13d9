import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { changeUserName } from '../../lint/user-name-rule.ts';
import { account, isHostProcessAccount } from '../../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';
import { isUserNameOpen, userNameFaults } from '../../windows/user-name.ts';

export default {
  id: 'host-process/user-account',
  title: 'Account that a HostProcess container cannot use',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (name === undefined || isUserNameOpen(name) || userNameFaults(name).length > 0) return;
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      const kind = account(name);
      // A plain name may be that of a local group, for which containerd makes an account from 1.7 on.
      const isGroup = kind === 'other' && !name.includes('\\') && settings.containerRuntime === 'containerd-1.7';
      if (isHostProcessAccount(kind) || isGroup) return;
      const isOfContainers = kind === 'container-user' || kind === 'container-administrator';
      yield {
        at: field.valueSpan,
        ...(isOfContainers ? { case: 'the account is `ContainerUser` or `ContainerAdministrator`' } : {}),
        message: isOfContainers
          ? message('HostProcess containers run with an account of the node, and it has no `{0}`.', name)
          : message('`{0}` is none of the service accounts that HostProcess containers are known to run as.', name),
        fixes: HOST_PROCESS_ACCOUNTS.map((one) => changeUserName(field, one)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the account is `ContainerUser` or `ContainerAdministrator`',
      since: '1.22',
      result: 'The container is never created.',
    },
    { effect: 'differs', since: '1.22', result: 'It depends on the node whether the container can be created.' },
  ],
  why: `A HostProcess container is a process of the node and logs on with an account there: \`NT AUTHORITY\\SYSTEM\`,
\`NT AUTHORITY\\Local service\` or \`NT AUTHORITY\\NetworkService\`. From containerd 1.7 on it may also be the name of a local
group of the node, in which an account is made for the container. \`ContainerUser\` and \`ContainerAdministrator\` exist only
inside of ordinary containers.`,
  sources: [docs.hostProcess, code('kubernetes/enhancements KEP-1981')],
} satisfies Rule;
