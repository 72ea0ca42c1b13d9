import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { changeUserName } from '../../lint/user-name-rule.ts';
import { account, usesMachineIdentity } from '../../windows/accounts.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { isUserNameOpen, userNameFaults, userNameParts } from '../../windows/user-name.ts';

export default {
  id: 'gmsa/user-cannot-use-identity',
  title: 'User that does not act as the GMSA',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      if (name === undefined || !isWithoutIdentity(name)) return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName');
      const withGmsa = contexts.find(({ hasGmsa, isHostProcess }) => hasGmsa && !isHostProcess);
      if (withGmsa === undefined) return;
      yield {
        at: field.valueSpan,
        message: message(
          'Container `{0}` has a GMSA, but runs as the local account `{1}`.',
          withGmsa.container.name ?? '?',
          name,
        ),
        fixes: [changeUserName(field, 'NT AUTHORITY\\NETWORK SERVICE')],
      };
    },
  },
  outcomes: [
    { effect: 'differs', since: '1.16', result: 'It starts, but it does not log on to other computers as the GMSA.' },
  ],
  why: `A GMSA takes the place of the container's machine account, and only processes that run as Local System or Network
Service use that account on the network; an application pool of IIS can be set up to do so too. Run as
\`NT AUTHORITY\\NETWORK SERVICE\` where the application has to be known to other computers.`,
  sources: [docs.gmsaApp, docs.gmsa],
} satisfies Rule;

/** An account of the image itself; what a domain's account may do, and an administrator's, is not known. */
function isWithoutIdentity(name: string): boolean {
  const kind = account(name);
  if (isUserNameOpen(name) || userNameFaults(name).length > 0 || usesMachineIdentity(kind)) return false;
  if (kind === 'local-service' || kind === 'container-user') return true;
  return kind !== 'container-administrator' && userNameParts(name).domain === undefined;
}
