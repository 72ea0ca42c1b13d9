import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { defineFilter, matching } from '../../kubernetes/questions.ts';
import { isWithin, type KubernetesVersion } from '../../kubernetes/version.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedPods } from '../../rule-kit/windows-selectors.ts';
import { t } from '../../text/localize.ts';
import { podSecurityLabel, podSecurityPolicies, reasonsIn, respectsOsName } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-old-policy',
  code: 'KW1096',
  title: 'Pod Security level restricted before policy version 1.25',
  gate: 'windows',
  objects: [
    {
      kind: 'Namespace',
      group: '',
      watches: ['metadata.labels'],
      check(labels, { object, settings, facts, report }) {
        // A Namespace without a name does not contain the pods without a namespace.
        if (object.name === null || isPlaceholder(object.name)) return;
        const cluster = settings.kubernetesVersion;
        for (const { mode, level, version, text } of podSecurityPolicies(labels.stringMap(), cluster)) {
          if (level !== 'restricted' || respectsOsName(version)) continue;
          const pods = facts.ask(matching(deniedPods, version, { namespace: object.name }));
          const levelField = labels.get(podSecurityLabel(mode, 'level'));
          const versionField = labels.get(podSecurityLabel(mode, 'version'));
          const field = versionField ?? levelField;
          if (pods.length === 0 || field === undefined || levelField === undefined) continue;
          const newer: Fix[] =
            versionField !== undefined && isWithin(cluster, '1.25') ? [change(versionField.path, 'latest')] : [];
          report({
            ...(mode === 'enforce' ? { case: 'the level is enforced' } : {}),
            at: field.valueSpan,
            field: field.path,
            message: message(
              'Pod Security `{0}` contradicts `os.name: windows`: namespace `{1}` requires fields that the API server rejects.',
              text,
              object.name,
            ),
            related: relatedPods(pods, 'Sets `os.name: windows`'),
            fixes: [...newer, change(levelField.path, 'baseline')],
          });
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
      result: 'Admission denies pods with `os.name: windows`.',
      seen: 'violates PodSecurity "restricted:v1.24": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false)',
    },
    { effect: 'advice', since: '1.24', result: 'The namespace only warns or audits.' },
  ],
  why: `Before policy version 1.25, the level \`restricted\` requires \`allowPrivilegeEscalation: false\`,
\`capabilities.drop: [ALL]\` and a \`seccompProfile\` on every pod. The API server rejects these fields on pods with
\`os.name: windows\`, so a pod cannot satisfy both. Raise the policy version, or use the level \`baseline\`.

Since policy version 1.25, such pods do not need them.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/*.go')],
} satisfies Rule;

function change(path: readonly (string | number)[], value: string): Fix {
  return {
    title: t`Change \`${path.at(-1)}\` to \`${value}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path, value }],
  };
}

const deniedPods = defineFilter(
  'rules/pod-security/restricted-old-policy deniedPods',
  'Pod',
  ({ os, certainty, linuxReasons }, policy: KubernetesVersion) =>
    os === 'windows' && certainty === 'declared' && reasonsIn(policy, linuxReasons).length > 0,
);
