import { canDeclareWindows, objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { declareWindows } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { enforcedRestricted, respectsOsName } from '../../windows/pod-security.ts';

export default {
  id: 'os/name-recommended',
  code: 'KW1082',
  title: 'Windows pod without spec.os.name',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { object, pod, verdict, settings, facts, rejectedOnceDeclared, report }) {
      // Without a node constraint, a pod with os.name would only fail on Linux nodes.
      if (pod.partial || verdict.certainty !== 'scheduled' || spec.get('os') !== undefined) return;
      if (!canDeclareWindows(pod)) return;
      // Such a policy requires fields that the API server rejects with os.name.
      const policy = enforcedRestricted(object, settings.kubernetesVersion, facts);
      if (policy !== undefined && !respectsOsName(policy.version)) return;
      report({
        at: objectSpan(object),
        field: [...spec.path, 'os'],
        message: message('`os.name` is not set, so the API server accepts Linux-only fields on this Windows pod.'),
        fixes: () => declareWindows(pod, facts, rejectedOnceDeclared()),
      });
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.25',
    },
  ],
  why: `With \`os.name: windows\`, the API server rejects Linux-only fields, and the kubelet of a Linux node does not
admit the pod. Keep the node selector, because the scheduler ignores \`os.name\`. Remove Linux-only fields at the same
time: the API server accepts them only while \`os.name\` is not set.

Pod Security \`restricted\` also stops requiring Linux settings.`,
  sources: [
    docs.podOs,
    docs.windowsGuide,
    code('k8s.io/pod-security-admission policy/*.go'),
    code('googleforgames/agones pkg/gameservers/controller.go sidecar'),
  ],
} satisfies Rule;
