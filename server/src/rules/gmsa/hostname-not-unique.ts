import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hasGmsa, hasSeveralPods } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/hostname-not-unique',
  code: 'KW1038',
  title: 'hostname shared by several pods with a GMSA',
  gate: 'guessed',
  pod: {
    watches: ['spec.hostname'],
    check(field, { pod, object, report }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name) || !hasSeveralPods(object, 'one host name')) return;
      if (!pod.containers.some((container) => hasGmsa(pod, container))) return;
      report({
        at: field.span,
        message: message('All pods of this {0} share the host name `{1}` and a GMSA.', object.kind, name),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'Domain controllers see the pods as one computer, so logons fail intermittently.',
    },
  ],
  why: `Containers that use the same GMSA at the same time need unique host names. Otherwise, their trust relationship
with the domain fails intermittently. Remove \`hostname\`, and each pod uses its own name as the host name.

That is not always enough. With \`randomHostname: true\` in version 0.10 or later of the Helm chart of windows-gmsa, the
GMSA webhook assigns random host names. It keeps a \`hostname\` that is already set.`,
  sources: [
    docs.gmsaTroubleshooting,
    {
      title: 'kubernetes-sigs/windows-gmsa pull request 155',
      url: 'https://github.com/kubernetes-sigs/windows-gmsa/pull/155',
    },
    code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go mutateCreateRequest'),
  ],
} satisfies Rule;
