import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { canDeclareWindows, objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { declareWindows } from '../../rule-kit/operating-system.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { linuxReasons, policiesFor, reasonsIn, respectsOsName } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-needs-os',
  code: 'KW1095',
  title: 'Windows pod without os.name in a restricted namespace',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { object, pod, settings, facts, rejectedOnceDeclared, report }) {
      const name = spec.at('os', 'name');
      // A wrong name counts as missing.
      const text = name === undefined ? '' : name.string;
      if (pod.partial || text === undefined || text === 'windows' || (text !== '' && isPlaceholder(text))) return;
      for (const policy of policiesFor(object, settings.kubernetesVersion, facts)) {
        const reasons = policy.level === 'restricted' ? reasonsIn(policy.version, linuxReasons(pod)) : [];
        if (reasons.length === 0) continue;
        const canDeclareOs = respectsOsName(policy.version) && canDeclareWindows(pod);
        report({
          ...violated(policy),
          at: objectSpan(object),
          field: [...spec.path, 'os'],
          message: message(
            canDeclareOs
              ? 'Without `os.name: windows`, this pod violates `{0}`: {2}.'
              : 'This pod violates `{0}` of namespace `{1}`: {2}.',
            policy.text,
            policy.namespace.name,
            reasons.map((reason) => `\`${reason}\``).join(', '),
          ),
          fixes: canDeclareOs && name === undefined ? declareWindows(pod, facts, rejectedOnceDeclared()) : [],
        });
        return;
      }
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false)',
  ),
  why: `The level \`restricted\` requires three fields that have an effect only on Linux. Since policy version 1.25,
it does not require them on pods with \`os.name: windows\`; a node selector is not enough.

With an older policy version, leave out \`os.name\` and set \`allowPrivilegeEscalation: false\`, \`capabilities.drop:
[ALL]\` and a \`seccompProfile\`, which Windows nodes ignore. Admission accepts a workload such as a Deployment with a
warning and denies its pods, unless they are exempt.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/*.go')],
} satisfies Rule;
