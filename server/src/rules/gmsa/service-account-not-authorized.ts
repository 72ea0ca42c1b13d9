import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { lacksUse, serviceAccount } from '../../windows/gmsa-access.ts';

export default {
  id: 'gmsa/service-account-not-authorized',
  title: 'Service account that may not use the credential spec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    *check(field, { object, pod, facts }) {
      const spec = field.string;
      const account = serviceAccount(pod);
      if (spec === undefined || isPlaceholder(spec) || account === undefined || pod.partial) return;
      if (!lacksUse(spec, account, object.namespace, facts)) return;
      yield {
        at: field.valueSpan,
        message: message(
          'No role binding of this workspace lets the service account `{0}` use the GMSACredentialSpec `{1}`.',
          account,
          spec,
        ),
      };
    },
  },
  outcomes: [
    { effect: 'advice', since: '1.16', result: 'Unless the cluster has one, the webhook for GMSA refuses the pod.' },
  ],
  why: `Who may run as which GMSA is told by RBAC: the pod's service account needs the verb \`use\` on the resource
\`gmsacredentialspecs\` of \`windows.k8s.io\`, for this name. Write a ClusterRole with it and, in the pod's namespace, a
RoleBinding for the service account. Without \`serviceAccountName\` it is \`default\`.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go')],
} satisfies Rule;
