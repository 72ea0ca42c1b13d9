import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { builtOn, parseImage } from '../../windows/images.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-non-root/user-not-set',
  title: 'runAsNonRoot without a user that it could be compared with',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    *check(field, { pod, settings }) {
      const securityContext = field.parent;
      if (field.boolean !== true || securityContext === undefined || pod.partial) return;
      const open = contextsUnder(pod, settings.kubernetesVersion, field, 'runAsNonRoot').find(
        ({ container, isHostProcess, runAsUserName }) => {
          if (runAsUserName !== undefined || isHostProcess) return false;
          const image = parseImage(container.field.get('image')?.string ?? '');
          // Images of others may set a user of their own.
          return image.registry === 'mcr.microsoft.com' && builtOn(image)?.defaultUser === 'ContainerAdministrator';
        },
      );
      if (open === undefined) return;
      yield {
        at: field.span,
        message: message(
          '`runAsNonRoot` is compared with a name, but for container `{0}` none is set, and its image runs as `ContainerAdministrator` by default.',
          open.container.name ?? '?',
        ),
        fixes: [
          {
            title: 'Insert `runAsUserName: ContainerUser`',
            safety: 'review',
            changes: [
              {
                kind: 'insert',
                path: [...securityContext.path, 'windowsOptions', 'runAsUserName'],
                value: 'ContainerUser',
                place: { after: 'runAsNonRoot' },
              },
            ],
          },
        ],
      };
    },
  },
  outcomes: [{ effect: 'ignored', since: '1.20', result: 'The kubelet lets that pass.' }],
  why: `For \`runAsNonRoot\` the kubelet compares the name of the user with \`ContainerAdministrator\`. Where neither the pod nor
the configuration of the image names a user, it has nothing to compare and starts the container, although images of
Windows Server and Server Core then run as \`ContainerAdministrator\`. Set \`runAsUserName: ContainerUser\`.`,
  sources: [docs.windowsIntro, docs.runAsUserName, code('kubernetes/kubernetes issue 112469')],
} satisfies Rule;
