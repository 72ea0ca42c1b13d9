import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { account } from '../../windows/accounts.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { isUserNameOpen, userNameFaults, userNameParts } from '../../windows/user-name.ts';

const MAX_LENGTH = 20;

export default {
  id: 'run-as-user-name/longer-than-20',
  title: 'User name longer than a Windows account name',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (name === undefined || isUserNameOpen(name) || userNameFaults(name).length > 0) return;
      // An escape of YAML where a backslash was meant, as in "NT AUTHORITY\NetworkService", is no length of a name.
      if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return;
      // The longest name of a built-in account, ContainerAdministrator, has 22 characters.
      if (userNameParts(name).domain !== undefined || name.length <= MAX_LENGTH || account(name) !== 'other') return;
      // A HostProcess container may run as a local group, and groups have longer names.
      if (
        pod.partial ||
        contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName').some(
          (one) => one.isHostProcess,
        )
      )
        return;
      yield {
        at: field.valueSpan,
        message: message('The user `{0}` has {1} characters.', name, String(name.length)),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result:
        'The API server accepts that, but accounts of an image have 20 at most, so that no container can run as it.',
    },
  ],
  why: `Local accounts of Windows have names of up to 20 characters, and a user without a domain is looked up among the
accounts of the image. The API server does not mind up to 104, so that the pod is accepted and its container does not
start.`,
  sources: [docs.runAsUserName],
} satisfies Rule;
