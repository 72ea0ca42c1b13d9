import type { Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { checkName } from '../../rule-kit/missing-object.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'gmsa/credential-spec-object-missing',
  code: 'KW1034',
  title: 'Misspelled GMSACredentialSpec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    check: (field, { facts, report }) => checkName(field, 'GMSACredentialSpec', facts, null, report),
  },
  outcomes: [{ effect: 'fails', since: '1.16', doubtful: true, result: '' }],
  why: `The field refers to a GMSACredentialSpec, which is a cluster-scoped object. When the pod is created, the GMSA
webhook copies the contents of this object into the pod. If the object does not exist, the webhook denies the pod.

The workspace has another GMSACredentialSpec with nearly the same name. If the cluster has both, suppress this rule
here.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go')],
} satisfies Rule;
