import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { enforcedRestricted } from '../../windows/pod-security.ts';

const NAME = 'ContainerAdministrator';
const REFUSED = {
  result: 'The kubelet refuses to create the container (CreateContainerConfigError).',
  seen: 'will be regarded as root identity',
};

export default {
  id: 'run-as-non-root/container-administrator',
  title: 'runAsNonRoot together with ContainerAdministrator',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    *check(field, { object, pod, settings, facts }) {
      if (field.boolean !== true) return;
      const administrators = contextsUnder(pod, settings.kubernetesVersion, field, 'runAsNonRoot').filter(
        // The kubelet compares the name alone: that of the account with its domain passes.
        ({ runAsUserName }) => runAsUserName?.string?.toLowerCase() === 'containeradministrator',
      );
      const users = [...new Set(administrators.flatMap(({ runAsUserName }) => runAsUserName ?? []))];
      const [user] = users;
      if (user === undefined) return;
      yield {
        at: field.span,
        ...(users.some((one) => one.string === NAME) ? { case: `the name is spelled \`${NAME}\`` } : {}),
        message: message(
          '`runAsNonRoot` forbids `{0}`, and container `{1}` is to run as just that.',
          user.string ?? '',
          administrators[0]?.container.name ?? '?',
        ),
        related: users.map((one) => ({ at: one.wholeSpan, message: 'The user is set here.' })),
        fixes: [
          // ContainerUser is no account for HostProcess containers.
          ...(administrators.some((one) => one.isHostProcess)
            ? []
            : [
                {
                  title: 'Change `runAsUserName` to `ContainerUser`',
                  safety: 'review' as const,
                  changes: users.map(({ path }) => ({ kind: 'replace' as const, path, value: 'ContainerUser' })),
                },
              ]),
          // A namespace that asks for it would refuse the pod then.
          ...(enforcedRestricted(object, settings.kubernetesVersion, facts) === undefined ? [removal(field)] : []),
        ],
      };
    },
  },
  outcomes: [
    { effect: 'fails', case: `the name is spelled \`${NAME}\``, since: '1.20', ...REFUSED },
    // Since 1.22.14, 1.23.11 and 1.24.5.
    { effect: 'fails', since: '1.22', until: '1.24', doubtful: true, ...REFUSED },
    { effect: 'fails', since: '1.25', ...REFUSED },
  ],
  why: `Windows has no root user. For \`runAsNonRoot\` the kubelet compares the name of the user with
\`ContainerAdministrator\` and lets every other one pass. It does so whatever the case of the name since 1.25, 1.24.5, 1.23.11 and
1.22.14. Run as \`ContainerUser\`, or leave
\`runAsNonRoot\` out where the container needs an administrator's rights.`,
  sources: [
    docs.windowsIntro,
    docs.podSecurity,
    code('kubernetes/kubernetes pkg/kubelet/kuberuntime/security_context_windows.go verifyRunAsNonRoot'),
  ],
} satisfies Rule;
