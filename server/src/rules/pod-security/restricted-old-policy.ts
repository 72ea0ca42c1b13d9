import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { relatedPods } from '../../lint/windows-selectors.ts';
import { looksAtOsName, podSecurityLabel, podSecurityPolicies, reasonsIn } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-old-policy',
  title: 'Pod Security policy that no declared Windows pod can satisfy',
  gate: 'windows',
  objects: [
    {
      kind: 'Namespace',
      group: '',
      watches: ['metadata.labels'],
      *check(labels, { object, settings, facts }) {
        // Pods without a namespace are not those of a Namespace without a name.
        if (object.name === null || isPlaceholder(object.name)) return;
        const cluster = settings.kubernetesVersion;
        for (const { mode, level, version, text } of podSecurityPolicies(labels.stringMap(), cluster)) {
          if (level !== 'restricted' || looksAtOsName(version)) continue;
          const pods = facts.where(
            'Pod',
            object.name,
            `declared for Windows, against restricted ${version}`,
            (pod) =>
              pod.os === 'windows' && pod.certainty === 'declared' && reasonsIn(version, pod.linuxReasons).length > 0,
          );
          const levelField = labels.get(podSecurityLabel(mode, 'level'));
          const versionField = labels.get(podSecurityLabel(mode, 'version'));
          const field = versionField ?? levelField;
          if (pods.length === 0 || field === undefined || levelField === undefined) continue;
          const newer: Fix[] =
            versionField !== undefined && isWithin(cluster, '1.25') ? [change(versionField.path, 'latest')] : [];
          yield {
            ...(mode === 'enforce' ? { case: 'the level is enforced' } : {}),
            at: field.valueSpan,
            field: field.path,
            message: message(
              '`{0}` asks for Linux fields that the API server forbids in pods with `os.name: windows`, and namespace `{1}` has such pods.',
              text,
              object.name,
            ),
            related: relatedPods(pods, 'Declares Windows'),
            fixes: [...newer, change(levelField.path, 'baseline')],
          };
          return;
        }
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      case: 'the level is enforced',
      result: 'Pod Security admission refuses them.',
      seen: 'violates PodSecurity "restricted:v1.24": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false)',
    },
    { effect: 'advice', since: '1.24', result: 'The namespace only warns of that or audits it.' },
  ],
  why: `Up to policy version 1.24 the level \`restricted\` asks every pod for \`allowPrivilegeEscalation: false\`,
\`capabilities.drop: [ALL]\` and a \`seccompProfile\`. The API server refuses these three beside \`os.name: windows\`, so that
nothing satisfies both. From version 1.25 on the policy does not ask such pods for them.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/*.go')],
} satisfies Rule;

function change(path: readonly (string | number)[], value: string): Fix {
  return {
    title: `Change \`${path.at(-1)}\` to \`${value}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path, value }],
  };
}
