import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { namesOf } from '../../kubernetes/questions.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { credentialSpecChoices } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/credential-spec-object-missing',
  title: 'GMSACredentialSpec missing from the workspace',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    *check(field, { facts }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name)) return;
      const names = namesOf(facts, 'GMSACredentialSpec');
      if (names.length === 0 || names.includes(name) || names.some(isPlaceholder)) return;
      yield {
        at: field.valueSpan,
        message: message('This workspace has no GMSACredentialSpec named `{0}`.', name),
        fixes: credentialSpecChoices(facts).map((name) => ({
          title: t`Change \`gmsaCredentialSpecName\` to \`${name}\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: name }],
        })),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.16',
      result: 'If the object is not in the cluster either, the GMSA webhook denies the pod.',
    },
  ],
  why: `The field refers to a GMSACredentialSpec, which is a cluster-scoped object. When the pod is created, the GMSA
webhook copies the contents of this object into the pod. If the object does not exist, the webhook denies the pod.

If the workspace defines other GMSACredentialSpecs, the name may be a typo.`,
  sources: [docs.gmsa],
} satisfies Rule;
