import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account, usesMachineIdentity } from '../../windows/accounts.ts';
import { startsIis } from '../../windows/images.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { isUserNameUnknown, userNameFaults, userNameParts } from '../../windows/user-name.ts';

export default {
  id: 'gmsa/user-cannot-use-identity',
  code: 'KW1042',
  title: 'Account that cannot use the GMSA',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { pod, settings, report }) {
      const name = field.string;
      if (name === undefined || !isWithoutIdentity(name)) return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName');
      const withGmsa = contexts.find(({ hasGmsa, isHostProcess }) => hasGmsa && !isHostProcess);
      if (withGmsa === undefined) return;
      report({
        at: field.valueSpan,
        message: message(
          '`runAsUserName: {1}` cannot use the GMSA: container `{0}` runs as a local account.',
          withGmsa.container.name ?? '?',
          name,
        ),
        // IIS needs an administrator to start.
        fixes: contexts.some(({ container }) => startsIis(container))
          ? []
          : [changeUserName(field, 'NT AUTHORITY\\NETWORK SERVICE')],
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'The container starts, but does not log on to other computers as the GMSA.',
    },
  ],
  why: `A GMSA replaces the machine account of the container. On the network, only processes that run as Local System
or Network Service use that account. If the application logs on to other computers, set \`runAsUserName\` to \`NT
AUTHORITY\\NETWORK SERVICE\`.

An IIS application pool can also be configured to do so.`,
  sources: [docs.gmsaApp, docs.gmsa],
} satisfies Rule;

/** Whether an account is a local one of the image; the rights of domain accounts and administrators are not known. */
function isWithoutIdentity(name: string): boolean {
  const kind = account(name);
  if (isUserNameUnknown(name) || userNameFaults(name).length > 0 || usesMachineIdentity(kind)) return false;
  if (kind === 'local-service' || kind === 'container-user') return true;
  return kind !== 'container-administrator' && userNameParts(name).domain === undefined;
}
