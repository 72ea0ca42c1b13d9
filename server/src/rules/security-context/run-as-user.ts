import { containersUnder, effective } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import type { Field, Fix, PodContext } from '../../lint/rule.ts';
import { canBeAdministrator, standardAccountFor } from '../../rule-kit/accounts-for.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { t } from '../../text/localize.ts';
import type { HostProcess } from '../../windows/host-process.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default forbiddenField({
  id: 'security-context/run-as-user',
  code: 'KW1175',
  title: 'Numeric runAsUser on a Windows pod',
  fields: inSecurityContexts('runAsUser'),
  message: '`{0}: {1}` {effect}: Windows identifies users by name, not by ID.',
  accepted: (field) => !Number.isInteger(field.number),
  // Checked only for these versions, because other containers may be unknown.
  caseOf: (_, { pod, settings, once }) =>
    isWithin(settings.kubernetesVersion, '1.21', '1.28') && once(pod.spec, hasOneUserForToken)
      ? 'all containers have the same user ID'
      : undefined,
  // Before 1.17, the API server drops `runAsUserName`.
  preferredFixes: (field, context) => {
    const { pod, once, settings } = context;
    const canReplace = isWithin(settings.kubernetesVersion, '1.17') && !isNamed(field, context);
    return canReplace ? replacements(field, context, once(pod.spec, hostProcessOf)) : [];
  },
  // Without a name, the container starts as the account of its image, often `ContainerAdministrator`.
  losesIntention: (field, context) => !isNamed(field, context),
  outcomes: rejectedOnceDeclared(
    '1.24',
    {
      effect: 'fails',
      until: '1.19',
      doubtful: true,
      result: 'Some kubelets before 1.20 do not create the container.',
      seen: 'is not supported on Windows',
    },
    {
      effect: 'fails',
      case: 'all containers have the same user ID',
      since: '1.21',
      until: '1.28',
      doubtful: true,
      phrase: 'may keep the pod in ContainerCreating',
      result: 'The kubelet cannot make this user the owner of the service account token.',
      seen: 'not supported by windows',
    },
    { effect: 'ignored', since: '1.20' },
  ),
  why: `A Windows process runs as an account with a name and a security identifier (SID), not with a numeric ID. Set
\`windowsOptions.runAsUserName\` instead: \`ContainerUser\` for a standard user, or \`ContainerAdministrator\` in
place of root.

Some kubelets before 1.20 do not create a container with a numeric user. Kubelets from 1.21 to 1.28 cannot mount the
service account token if all containers have the same user ID.`,
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
 * Whether all containers, except ephemeral ones, have the same user: the kubelet makes it the owner of the service
 * account token (`FsUserFrom`).
 */
function hasOneUserForToken(_: Field, { pod }: PodContext): boolean {
  const automount = pod.spec.get('automountServiceAccountToken');
  if (pod.partial || (automount !== undefined && automount.boolean !== true)) return false;
  const users = pod.containers
    .filter(({ list }) => list !== 'ephemeralContainers')
    .map((container) => effective(pod, container, 'runAsUser')?.number);
  return users[0] !== undefined && users.every((user) => user === users[0]);
}

/** Whether every container that the field applies to has a user name. */
function isNamed(field: Field, { pod, settings: { kubernetesVersion: version } }: PodContext): boolean {
  if (pod.partial || !isWithin(version, '1.17')) return false;
  return contextsUnder(pod, version, field, 'runAsUser').every(({ runAsUserName }) => runAsUserName !== undefined);
}

/** An account in place of the number, except for HostProcess containers, which run as accounts of the node. */
function replacements(field: Field, { pod }: PodContext, { extent }: HostProcess): Fix[] {
  const context = field.parent;
  if (context === undefined || extent !== 'none') return [];
  const containers = containersUnder(pod, field);
  const standardAccount = standardAccountFor(pod, containers);
  const prefersAdministrator = field.number === 0 || standardAccount === undefined;
  const account =
    prefersAdministrator && canBeAdministrator(pod, containers) ? 'ContainerAdministrator' : standardAccount;
  if (account === undefined) return [];
  return [
    {
      title: t`Replace \`runAsUser\` with \`windowsOptions.runAsUserName: ${account}\``,
      safety: 'review',
      changes: [
        { kind: 'remove', path: field.path },
        { kind: 'insert', path: [...context.path, 'windowsOptions', 'runAsUserName'], value: account },
      ],
    },
  ];
}
