import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { changeUserName } from '../../lint/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { parseImage } from '../../windows/images.ts';
import { contextsUnder, type MergedContext } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-user-name/unknown-account',
  title: 'Account that no Windows image has',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { pod, settings }) {
      const name = field.string;
      const kind = account(name ?? '');
      if (name === undefined || (kind !== 'linux' && kind !== 'missing')) return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName').filter(
        (one) => !one.isHostProcess,
      );
      // An image of one's own may switch on an account that Windows has switched off.
      if (contexts.length === 0 || (kind === 'missing' && !contexts.every(isFromMicrosoft))) return;
      yield {
        at: field.valueSpan,
        message:
          kind === 'linux'
            ? message('`{0}` is a user on Linux; no Windows base image has it.', name)
            : message('`{0}` is no account to run as in the images that Microsoft publishes.', name),
        fixes: [changeUserName(field, 'ContainerUser'), changeUserName(field, 'ContainerAdministrator')],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'A container whose image has no such account is not created.',
    },
  ],
  why: `The name in \`runAsUserName\` is looked up inside the image. Every Windows base image has \`ContainerUser\` with few
rights and \`ContainerAdministrator\` with all of them, and the service accounts \`NT AUTHORITY\\SYSTEM\`,
\`NT AUTHORITY\\LOCAL SERVICE\` and \`NT AUTHORITY\\NETWORK SERVICE\`; others have to be made when the image is built.
Users of Linux images and numeric ids mean nothing to Windows.`,
  sources: [docs.runAsUserName],
} satisfies Rule;

function isFromMicrosoft({ container }: MergedContext): boolean {
  const image = container.field.get('image')?.string;
  return image !== undefined && parseImage(image).registry === 'mcr.microsoft.com';
}
