import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessField, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'host-process/pod-security',
  code: 'KW1054',
  title: 'HostProcess pod in a baseline or restricted namespace',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    check(field, { object, pod, settings, facts, report }) {
      const [policy] = policiesFor(object, settings.kubernetesVersion, facts);
      if (policy === undefined || field !== hostProcessField(pod)) return;
      report({
        ...violated(policy),
        at: field.span,
        message: message(
          '`hostProcess: true` violates Pod Security `{0}`, the level of namespace `{1}`.',
          policy.text,
          policy.namespace.name,
        ),
      });
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "baseline:latest": hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
  ),
  why: `HostProcess containers have full access to the node, so the levels \`baseline\` and \`restricted\` forbid
them in every policy version. Run these pods in a separate namespace with the label
\`pod-security.kubernetes.io/enforce: privileged\`. For a workload such as a DaemonSet, the API server only returns
a warning; admission denies its pods.`,
  sources: [
    docs.podSecurity,
    docs.hostProcess,
    code('k8s.io/pod-security-admission policy/check_windowsHostProcess.go'),
  ],
} satisfies Rule;
