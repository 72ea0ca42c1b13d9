import { namesOf } from '../../kubernetes/facts.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { credentialSpecChoices } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/credential-spec-object-missing',
  title: 'GMSACredentialSpec that is not in the workspace',
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
        message: message('No GMSACredentialSpec of this workspace has the name `{0}`.', name),
        fixes: credentialSpecChoices(facts).map((one) => ({
          title: `Change \`gmsaCredentialSpecName\` to \`${one}\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: one }],
        })),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.16',
      result: 'Where the cluster has none either, the webhook for GMSA refuses the pod.',
    },
  ],
  why: `The field names an object of the kind GMSACredentialSpec, which belongs to no namespace. A webhook copies its contents into
the pod when it is created, and refuses a pod whose object it does not find. Where the workspace has such objects, a
missing one may be a slip.`,
  sources: [docs.gmsa],
} satisfies Rule;
