import { effective, type Pod } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import type { Field, Fix } from '../../lint/rule.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';
import { hostProcessOf } from '../../lint/whole-pod.ts';
import type { HostProcess } from '../../windows/host-process.ts';

export default forbiddenField({
  id: 'security-context/run-as-user',
  title: 'Numeric runAsUser on a Windows pod',
  fields: inSecurityContexts('runAsUser'),
  says: 'Windows accounts have names and no numbers, so `{0}: {1}` is nobody there.',
  accepted: (field) => !Number.isInteger(field.number),
  // In other releases it decides nothing, and a template may leave it open.
  caseOf: (_, { pod, settings }) =>
    isWithin(settings.kubernetesVersion, '1.21', '1.28') && hasOneUserForToken(pod)
      ? 'all containers have the same number'
      : undefined,
  // Before 1.17 the API server drops the account.
  better: (field, { pod, once, settings }) =>
    isWithin(settings.kubernetesVersion, '1.17') ? replacements(field, once(pod.spec, hostProcessOf)) : [],
  outcomes: rejectedOnceDeclared(
    '1.24',
    {
      effect: 'fails',
      until: '1.19',
      doubtful: true,
      result: 'The kubelet may refuse to create the container.',
      seen: 'is not supported on Windows',
    },
    {
      effect: 'fails',
      case: 'all containers have the same number',
      since: '1.21',
      until: '1.28',
      doubtful: true,
      result:
        'The kubelet tries to give that user the service account token and cannot, so the pod may stay in ContainerCreating.',
      seen: 'not supported by windows',
    },
    { effect: 'ignored', since: '1.20' },
  ),
  why: `On Windows a process runs under an account with a name and a security identifier; a number says nothing.
\`windowsOptions.runAsUserName\` takes its place: \`ContainerUser\` for an ordinary user, \`ContainerAdministrator\` for what
root is on Linux. Kubelets did not always pass over the number: those before 1.20 could refuse the container, and those of
1.21 to 1.28 failed to mount the token of the service account where all containers have the same user.`,
  sources: [
    docs.windowsIntro,
    docs.runAsUserName,
    docs.projectedVolumes,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container_windows.go (1.14)'),
    code('kubernetes/kubernetes pkg/volume/util/util.go FsUserFrom, issue 102849'),
  ],
});

/**
 * Whether the kubelet makes one user the owner of the service account token, as `FsUserFrom` finds it: that of all
 * containers but ephemeral ones.
 */
function hasOneUserForToken(pod: Pod): boolean {
  const automount = pod.spec.get('automountServiceAccountToken');
  if (pod.partial || (automount !== undefined && automount.boolean !== true)) return false;
  const users = pod.containers
    .filter(({ list }) => list !== 'ephemeralContainers')
    .map((container) => effective(pod, container, 'runAsUser')?.number);
  return users[0] !== undefined && users.every((user) => user === users[0]);
}

/** An account in place of the number; HostProcess containers have others, which nobody can guess. */
function replacements(field: Field, { extent }: HostProcess): Fix[] {
  const context = field.parent;
  const isNamed = context?.at('windowsOptions', 'runAsUserName') !== undefined;
  if (context === undefined || isNamed || extent !== 'none') return [];
  const account = field.number === 0 ? 'ContainerAdministrator' : 'ContainerUser';
  return [
    {
      title: `Replace \`runAsUser\` by \`windowsOptions.runAsUserName: ${account}\``,
      safety: 'review',
      changes: [
        { kind: 'remove', path: field.path },
        { kind: 'insert', path: [...context.path, 'windowsOptions', 'runAsUserName'], value: account },
      ],
    },
  ];
}
