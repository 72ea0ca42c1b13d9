import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { podSecurityOutcomes, violated } from '../../lint/pod-security-rows.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { hostProcessField, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'host-process/pod-security',
  title: 'HostProcess in a namespace that is not privileged',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { object, pod, settings, facts }) {
      const [policy] = policiesFor(object, settings.kubernetesVersion, facts);
      if (policy === undefined || field !== hostProcessField(pod)) return;
      yield {
        ...violated(policy),
        at: field.span,
        message: message(
          'Pod Security `{0}` of namespace `{1}` forbids `hostProcess: true`.',
          policy.text,
          policy.namespace.name,
        ),
      };
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "baseline:latest": hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
  ),
  why: `A HostProcess container has the whole node in its hands, so that the levels \`baseline\` and \`restricted\` forbid it in every
policy version. Give such pods a namespace of their own with \`pod-security.kubernetes.io/enforce: privileged\`. For a
workload the server only warns; it is its pods that are refused.`,
  sources: [
    docs.podSecurity,
    docs.hostProcess,
    code('k8s.io/pod-security-admission policy/check_windowsHostProcess.go'),
  ],
} satisfies Rule;
