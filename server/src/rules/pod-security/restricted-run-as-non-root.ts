import { containerSpan, effective, type Pod } from '../../kubernetes/pod.ts';
import type { KubernetesVersion } from '../../kubernetes/version.ts';
import { podSecurityOutcomes, violated } from '../../lint/pod-security-rows.ts';
import { type Change, type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { mayRunAsRoot, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-run-as-non-root',
  title: 'Windows pod without runAsNonRoot in a restricted namespace',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, settings, facts }) {
      if (pod.partial) return;
      for (const policy of policiesFor(object, settings.kubernetesVersion, facts)) {
        const where = policy.level === 'restricted' ? mayRunAsRoot(pod, policy.version) : undefined;
        if (where === undefined) continue;
        const isSet = 'field' in where;
        yield {
          ...violated(policy),
          at: isSet ? where.field.valueSpan : containerSpan(where.container),
          field: isSet ? where.field.path : [...spec.path, 'securityContext', 'runAsNonRoot'],
          message: message(
            isSet
              ? 'Pod Security `{0}` of namespace `{1}` asks for `runAsNonRoot: true`, and here it is false.'
              : 'Pod Security `{0}` of namespace `{1}` asks for `runAsNonRoot: true`, and container `{2}` does not have it.',
            policy.text,
            policy.namespace.name,
            isSet ? '' : (where.container.name ?? '?'),
          ),
          fixes: () => setRunAsNonRoot(pod, settings.kubernetesVersion),
        };
        return;
      }
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)',
  ),
  why: `Of what the level \`restricted\` asks this one holds for Windows too, also with \`os.name: windows\`: \`runAsNonRoot: true\` for
the pod or for every container. The kubelet then refuses to run a container as \`ContainerAdministrator\`, which is the default
of many images, so that \`runAsUserName: ContainerUser\` belongs with it. For a workload the server only warns; it is its pods
that are refused.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/check_runAsNonRoot.go')],
} satisfies Rule;

/** Nothing where some container is an administrator by name, or a HostProcess: it would not start then. */
function setRunAsNonRoot(pod: Pod, version: KubernetesVersion): Fix[] {
  const { spec, containers } = pod;
  const users = containers.map((one) => effective(pod, one, 'windowsOptions', 'runAsUserName'));
  const isAdministrator = users.some((user) => /(?:^|\\)ContainerAdministrator$/i.test(user?.string ?? ''));
  if (isAdministrator || hostProcess(pod, version).extent !== 'none') return [];
  const ofPod = spec.at('securityContext', 'runAsNonRoot');
  const denied = [ofPod, ...containers.map(({ field }) => field.at('securityContext', 'runAsNonRoot'))];
  const needsUser =
    users.includes(undefined) && spec.at('securityContext', 'windowsOptions', 'runAsUserName') === undefined;
  const changes: Change[] = denied
    .filter((field) => field?.boolean === false)
    .map((field) => ({ kind: 'replace', path: field?.path ?? [], value: true }));
  return [
    {
      title: `Set \`runAsNonRoot: true\`${needsUser ? ' and `runAsUserName: ContainerUser`' : ''}`,
      safety: 'review',
      changes: [
        ...changes,
        ...(ofPod === undefined ? [inserted([...spec.path, 'securityContext', 'runAsNonRoot'], true)] : []),
        ...(needsUser
          ? [inserted([...spec.path, 'securityContext', 'windowsOptions', 'runAsUserName'], 'ContainerUser')]
          : []),
      ],
    },
  ];
}

function inserted(path: Extract<Change, { kind: 'insert' }>['path'], value: string | boolean): Change {
  return { kind: 'insert', path, value, place: { before: 'containers' } };
}
