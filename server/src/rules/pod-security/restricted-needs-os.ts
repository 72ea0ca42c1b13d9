import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import { declareWindows } from '../../lint/pod-fixes.ts';
import { podSecurityOutcomes, violated } from '../../lint/pod-security-rows.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { linuxReasons, looksAtOsName, policiesFor, reasonsIn } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-needs-os',
  title: 'Windows pod without spec.os.name in a restricted namespace',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, settings, facts, refusedOnceDeclared }) {
      const name = spec.at('os', 'name');
      // A wrong name is as good as none.
      const text = name === undefined ? '' : name.string;
      if (pod.partial || text === undefined || text === 'windows' || (text !== '' && isPlaceholder(text))) return;
      for (const policy of policiesFor(object, settings.kubernetesVersion, facts)) {
        const reasons = policy.level === 'restricted' ? reasonsIn(policy.version, linuxReasons(pod)) : [];
        if (reasons.length === 0) continue;
        const helps = looksAtOsName(policy.version);
        yield {
          ...violated(policy),
          at: objectSpan(object),
          field: [...spec.path, 'os'],
          message: message(
            helps
              ? 'As long as this pod does not declare `os.name: windows`, Pod Security `{0}` of namespace `{1}` objects to it: {2}.'
              : 'Pod Security `{0}` of namespace `{1}` objects to this pod: {2}.',
            policy.text,
            policy.namespace.name,
            reasons.map((reason) => `\`${reason}\``).join(', '),
          ),
          fixes: helps && name === undefined ? declareWindows(pod, facts, refusedOnceDeclared()) : [],
        };
        return;
      }
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false)',
  ),
  why: `The level \`restricted\` asks for three fields that mean something on Linux only. From policy version 1.25 on it does not ask
pods for them that declare \`os.name: windows\`; a node selector does not count. With an older policy version set
\`allowPrivilegeEscalation: false\`, \`capabilities.drop: [ALL]\` and a \`seccompProfile\`, and leave \`os.name\` out: Windows
nodes ignore the three. For a workload the server only warns; it is its pods that are refused.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/*.go')],
} satisfies Rule;
