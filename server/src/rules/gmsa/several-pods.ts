import { objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hasGmsa, hasSeveralPods } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/several-pods',
  code: 'KW1041',
  title: 'GMSA shared by several pods',
  gate: 'guessed',
  since: '0.2',
  pod: {
    watches: ['spec'],
    check(spec, { pod, object, report }) {
      if (pod.partial || spec.get('hostname') !== undefined || spec.get('hostNetwork')?.boolean === true) return;
      if (!hasSeveralPods(object, 'any') || !pod.containers.some((container) => hasGmsa(pod, container))) return;
      report({ at: objectSpan(object), message: message('All pods of this {0} share a GMSA.', object.kind) });
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.16',
      result: 'If they lose the trust of the domain, set `randomHostname: true` in the Helm chart of windows-gmsa.',
    },
  ],
  why: `Users report that several containers with one GMSA lose the trust of the domain intermittently, although each has
its own host name. Set \`randomHostname: true\` in version 0.10 or later of the Helm chart of windows-gmsa. The GMSA
webhook then assigns a random host name to each pod with a GMSA.

No manifest of a workload shows whether the webhook does so: if it does, turn this rule off. The random names have 15
characters, which is the limit of NetBIOS names. The names of pods are often the same in their first 15 characters.`,
  sources: [
    docs.gmsaTroubleshooting,
    {
      title: 'microsoft/Windows-Containers issue 405',
      url: 'https://github.com/microsoft/Windows-Containers/issues/405',
    },
    {
      title: 'kubernetes-sigs/windows-gmsa pull request 155',
      url: 'https://github.com/kubernetes-sigs/windows-gmsa/pull/155',
    },
    code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go mutateCreateRequest'),
  ],
} satisfies Rule;
