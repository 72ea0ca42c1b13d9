import { containersUnder, effective } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { standardAccountFor } from '../../rule-kit/accounts-for.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { builtOn, parseImage } from '../../windows/images.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-non-root/user-not-set',
  code: 'KW1120',
  title: 'runAsNonRoot without runAsUserName',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    check(field, { pod, settings, report }) {
      const securityContext = field.parent;
      if (field.boolean !== true || securityContext === undefined || pod.partial) return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'runAsNonRoot');
      const unprotected = contexts.find(({ container, isHostProcess, runAsUserName }) => {
        if (runAsUserName !== undefined || isHostProcess) return false;
        const image = parseImage(container.field.get('image')?.string ?? '');
        // Images of other publishers may set a user.
        return image.registry === 'mcr.microsoft.com' && builtOn(image)?.defaultUser === 'ContainerAdministrator';
      });
      if (unprotected === undefined) return;
      const account = standardAccountFor(
        pod,
        containersUnder(pod, field).filter(
          (container) => effective(pod, container, 'windowsOptions', 'runAsUserName') === undefined,
        ),
      );
      report({
        at: field.span,
        message: message(
          '`runAsNonRoot` {effect} on `{0}`: without `runAsUserName`, it runs as `ContainerAdministrator`.',
          unprotected.container.name ?? '?',
        ),
        fixes:
          account === undefined
            ? []
            : [
                {
                  title: t`Insert \`runAsUserName: ${account}\``,
                  safety: 'review',
                  changes: [
                    {
                      kind: 'insert',
                      path: [...securityContext.path, 'windowsOptions', 'runAsUserName'],
                      value: account,
                      place: { after: 'runAsNonRoot' },
                    },
                  ],
                },
              ],
      });
    },
  },
  outcomes: [{ effect: 'ignored', since: '1.20' }],
  why: `For \`runAsNonRoot\`, the kubelet compares the user name with \`ContainerAdministrator\`. If neither the pod
nor the image configuration sets a user, the kubelet starts the container without a comparison. Images of Windows
Server and Server Core then run as \`ContainerAdministrator\`.

Set \`runAsUserName: ContainerUser\`. For images that start IIS, remove \`runAsNonRoot\`: they need an administrator.`,
  sources: [docs.windowsIntro, docs.runAsUserName, code('kubernetes/kubernetes issue 112469')],
} satisfies Rule;
