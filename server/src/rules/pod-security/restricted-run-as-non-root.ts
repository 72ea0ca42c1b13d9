import { containerSpan, effective, type Pod } from '../../kubernetes/pod.ts';
import type { KubernetesVersion } from '../../kubernetes/version.ts';
import { type Change, type Fix, message, type Rule } from '../../lint/rule.ts';
import { standardAccountFor } from '../../rule-kit/accounts-for.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { mayRunAsRoot, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-run-as-non-root',
  code: 'KW1097',
  title: 'Windows pod without runAsNonRoot in a restricted namespace',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { object, pod, settings, facts, report }) {
      if (pod.partial) return;
      for (const policy of policiesFor(object, settings.kubernetesVersion, facts)) {
        const violation = policy.level === 'restricted' ? mayRunAsRoot(pod, policy.version) : undefined;
        if (violation === undefined) continue;
        const isSet = 'field' in violation;
        report({
          ...violated(policy),
          at: isSet ? violation.field.valueSpan : containerSpan(violation.container),
          field: isSet ? violation.field.path : [...spec.path, 'securityContext', 'runAsNonRoot'],
          message: message(
            isSet
              ? 'This pod violates Pod Security `{0}` of namespace `{1}`: `runAsNonRoot` is `false`.'
              : 'This pod violates Pod Security `{0}` of namespace `{1}`: container `{2}` does not set `runAsNonRoot: true`.',
            policy.text,
            policy.namespace.name,
            isSet ? '' : (violation.container.name ?? '?'),
          ),
          fixes: () => setRunAsNonRoot(pod, settings.kubernetesVersion),
        });
        return;
      }
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)',
  ),
  why: `The level \`restricted\` requires \`runAsNonRoot: true\` on the pod or on every container, even with
\`os.name: windows\`. The kubelet then does not start containers as \`ContainerAdministrator\`, the default user of
many images, so set \`runAsUserName: ContainerUser\` as well. Admission accepts a workload such as a Deployment
with a warning and denies its pods, unless they are exempt.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/check_runAsNonRoot.go')],
} satisfies Rule;

/** Not offered for administrators and IIS, which would not start, and for HostProcess containers. */
function setRunAsNonRoot(pod: Pod, version: KubernetesVersion): Fix[] {
  const { spec, containers } = pod;
  const users = containers.map((container) => effective(pod, container, 'windowsOptions', 'runAsUserName'));
  const isAdministrator = users.some((user) => /(?:^|\\)ContainerAdministrator$/i.test(user?.string ?? ''));
  const account = standardAccountFor(pod, containers);
  if (isAdministrator || account === undefined || hostProcess(pod, version).extent !== 'none') return [];
  const ofPod = spec.at('securityContext', 'runAsNonRoot');
  const existing = [ofPod, ...containers.map(({ field }) => field.at('securityContext', 'runAsNonRoot'))];
  const needsUser =
    users.includes(undefined) && spec.at('securityContext', 'windowsOptions', 'runAsUserName') === undefined;
  const changes: Change[] = existing
    .filter((field) => field?.boolean === false)
    .map((field) => ({ kind: 'replace', path: field?.path ?? [], value: true }));
  return [
    {
      title: t`Set \`runAsNonRoot: true\`${needsUser ? ` and \`runAsUserName: ${account}\`` : ''}`,
      safety: 'review',
      changes: [
        ...changes,
        ...(ofPod === undefined ? [inserted([...spec.path, 'securityContext', 'runAsNonRoot'], true)] : []),
        ...(needsUser ? [inserted([...spec.path, 'securityContext', 'windowsOptions', 'runAsUserName'], account)] : []),
      ],
    },
  ];
}

function inserted(path: Extract<Change, { kind: 'insert' }>['path'], value: string | boolean): Change {
  return { kind: 'insert', path, value, place: { before: 'containers' } };
}
