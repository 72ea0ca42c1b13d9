import { type Container, effective } from '../../kubernetes/pod.ts';
import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { standardAccountFor } from '../../rule-kit/accounts-for.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { contextsUnder } from '../../windows/merged-context.ts';
import { enforcedRestricted } from '../../windows/pod-security.ts';

const NAME = 'ContainerAdministrator';
const NOT_CREATED = {
  result: 'The kubelet does not create the container (`CreateContainerConfigError`).',
  seen: 'will be regarded as root identity',
};
const NEWER_PATCH = 'Kubelets since 1.22.14, 1.23.11 and 1.24.5 ignore the case of the name.';

export default {
  id: 'run-as-non-root/container-administrator',
  code: 'KW1118',
  title: 'runAsNonRoot together with ContainerAdministrator',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    check(field, { object, pod, settings, facts, once, report }) {
      if (field.boolean !== true) return;
      const administrators = contextsUnder(pod, settings.kubernetesVersion, field, 'runAsNonRoot').filter(
        // The kubelet compares the whole name, so a name with a domain passes.
        ({ runAsUserName }) => runAsUserName?.string?.toLowerCase() === 'containeradministrator',
      );
      const users = [...new Set(administrators.flatMap(({ runAsUserName }) => runAsUserName ?? []))];
      const [user] = users;
      if (user === undefined) return;
      const containers = users.flatMap((user) => once(pod.spec, containersByUser).get(user) ?? []);
      // HostProcess containers run as accounts of the node.
      const account = administrators.some(({ isHostProcess }) => isHostProcess)
        ? undefined
        : standardAccountFor(pod, containers);
      report({
        at: field.span,
        ...(users.some((user) => user.string === NAME) ? { case: `the user name is spelled \`${NAME}\`` } : {}),
        message: message(
          '`runAsNonRoot` {effect}: container `{1}` runs as `{0}`.',
          user.string ?? '',
          administrators[0]?.container.name ?? '?',
        ),
        related: users.map((user) => ({ at: user.wholeSpan, message: 'The user name is set here' })),
        fixes: [
          ...(account === undefined
            ? []
            : [
                {
                  title: t`Change \`runAsUserName\` to \`${account}\``,
                  safety: 'review' as const,
                  changes: users.map(({ path }) => ({ kind: 'replace' as const, path, value: account })),
                },
              ]),
          // Without `runAsNonRoot`, Pod Security would deny the pod in such a namespace.
          ...(enforcedRestricted(object, settings.kubernetesVersion, facts) === undefined ? [removal(field)] : []),
        ],
      });
    },
  },
  outcomes: [
    { effect: 'fails', case: `the user name is spelled \`${NAME}\``, since: '1.20', ...NOT_CREATED },
    // Since 1.22.14, 1.23.11 and 1.24.5.
    { effect: 'fails', since: '1.22', until: '1.24', doubtful: true, ...NOT_CREATED, result: NEWER_PATCH },
    { effect: 'fails', since: '1.25', ...NOT_CREATED },
  ],
  why: `Windows does not have a root user. For \`runAsNonRoot\`, the kubelet compares the user name with
\`ContainerAdministrator\` and allows every other name. Set \`runAsUserName: ContainerUser\`, or remove
\`runAsNonRoot\` if the container needs administrator privileges.

It ignores the case of the name since 1.25, 1.24.5, 1.23.11 and 1.22.14.`,
  sources: [
    docs.windowsIntro,
    docs.podSecurity,
    code('kubernetes/kubernetes pkg/kubelet/kuberuntime/security_context_windows.go verifyRunAsNonRoot'),
  ],
} satisfies Rule;

/** The containers by the field with their user name: their own, or that of the pod. */
function containersByUser(_: Field, { pod }: PodContext): ReadonlyMap<Field | undefined, readonly Container[]> {
  const byUser = new Map<Field | undefined, Container[]>();
  for (const container of pod.containers) {
    const user = effective(pod, container, 'windowsOptions', 'runAsUserName');
    const others = byUser.get(user);
    if (others === undefined) byUser.set(user, [container]);
    else others.push(container);
  }
  return byUser;
}
