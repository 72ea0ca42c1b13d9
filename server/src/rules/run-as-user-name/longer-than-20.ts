import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { account } from '../../windows/accounts.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { isUserNameUnknown, userNameFaults, userNameParts } from '../../windows/user-name.ts';

const MAX_LENGTH = 20;

export default {
  id: 'run-as-user-name/longer-than-20',
  code: 'KW1127',
  title: 'runAsUserName longer than 20 characters',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { pod, settings, report }) {
      const name = field.string;
      if (name === undefined || isUserNameUnknown(name) || userNameFaults(name).length > 0) return;
      // With an escape of YAML instead of a backslash, as in "NT AUTHORITY\NetworkService", the length is not the problem.
      if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return;
      // The longest name of a built-in account, ContainerAdministrator, has 22 characters.
      if (userNameParts(name).domain !== undefined || name.length <= MAX_LENGTH || account(name) !== 'other') return;
      // A HostProcess container can run as a local group, whose name can be longer.
      if (
        pod.partial ||
        contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName').some(
          (container) => container.isHostProcess,
        )
      )
        return;
      report({
        at: field.valueSpan,
        message: message(
          '`runAsUserName` {effect}: `{0}` has {1} characters, and the limit is 20.',
          name,
          String(name.length),
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      phrase: 'is too long for a local Windows account',
      result: 'The API server accepts it, but the container does not start.',
    },
  ],
  why: `Local Windows accounts have names of up to 20 characters, and a user without a domain must be an account of
the image. The API server allows up to 104 bytes, so it accepts the pod, but the container does not start. Give the
account in the image a shorter name.`,
  sources: [docs.runAsUserName],
} satisfies Rule;
