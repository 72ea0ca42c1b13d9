import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { lacksUse, serviceAccount } from '../../windows/gmsa-access.ts';

export default {
  id: 'gmsa/service-account-not-authorized',
  code: 'KW1040',
  title: 'Service account without permission for the GMSACredentialSpec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    check(field, { object, pod, facts, report }) {
      const spec = field.string;
      const account = serviceAccount(pod);
      if (spec === undefined || isPlaceholder(spec) || account === undefined || pod.partial) return;
      if (!lacksUse(spec, account, object.namespace, facts)) return;
      report({
        at: field.valueSpan,
        message: message(
          'Service account `{0}` cannot use GMSACredentialSpec `{1}`: no role binding in this workspace allows it.',
          account,
          spec,
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.16',
      result: 'If the cluster has no such role binding either, the GMSA webhook denies the pod.',
    },
  ],
  why: `RBAC controls which pods can use a GMSA. Their service account needs the verb \`use\` for the resource
\`gmsacredentialspecs\` (API group \`windows.k8s.io\`) of this name. Create a ClusterRole with that permission, and
bind it to the service account with a RoleBinding in the pod's namespace.

Without \`serviceAccountName\`, the service account is \`default\`.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go')],
} satisfies Rule;
