import { message, type Rule } from '../../lint/rule.ts';
import { canBeAdministrator, standardAccountFor } from '../../rule-kit/accounts-for.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { account } from '../../windows/accounts.ts';
import { parseImage } from '../../windows/images.ts';
import { contextsUnder, type MergedContext } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-user-name/unknown-account',
  code: 'KW1129',
  title: 'runAsUserName that does not exist in Windows images',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { pod, settings, report }) {
      const name = field.string;
      const kind = account(name ?? '');
      if (name === undefined || (kind !== 'linux' && kind !== 'missing')) return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName').filter(
        (container) => !container.isHostProcess,
      );
      // A custom image may enable an account that is disabled in Windows.
      if (contexts.length === 0 || (kind === 'missing' && !contexts.every(isFromMicrosoft))) return;
      const containers = contexts.map(({ container }) => container);
      const names = [
        standardAccountFor(pod, containers),
        canBeAdministrator(pod, containers) ? 'ContainerAdministrator' : undefined,
      ];
      report({
        at: field.valueSpan,
        message:
          kind === 'linux'
            ? message('User `{0}` exists on Linux, but not in Windows base images.', name)
            : message('User `{0}` is disabled or missing in the images of Microsoft.', name),
        fixes: names.flatMap((name) => (name === undefined ? [] : changeUserName(field, name))),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'The container is not created unless its image has this account.',
    },
  ],
  why: `The name in \`runAsUserName\` is looked up in the image. Every Windows base image has \`ContainerUser\` with
few privileges, \`ContainerAdministrator\` with full privileges, and the service accounts \`NT AUTHORITY\\SYSTEM\`,
\`NT AUTHORITY\\LOCAL SERVICE\` and \`NT AUTHORITY\\NETWORK SERVICE\`. Other accounts must be created when the image
is built.

The users of Linux images and numeric IDs do not exist on Windows.`,
  sources: [docs.runAsUserName],
} satisfies Rule;

function isFromMicrosoft({ container }: MergedContext): boolean {
  const image = container.field.get('image')?.string;
  return image !== undefined && parseImage(image).registry === 'mcr.microsoft.com';
}
