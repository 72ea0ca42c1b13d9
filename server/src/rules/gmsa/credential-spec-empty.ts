import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs, VALIDATION } from '../../rule-kit/sources.ts';

export default {
  id: 'gmsa/credential-spec-empty',
  code: 'KW1031',
  title: 'Empty gmsaCredentialSpec',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    check(field, { report }) {
      if (field.string !== '') return;
      report({
        at: field.valueSpan,
        message: message(
          'Empty `gmsaCredentialSpec` {effect}: leave the field out so that the GMSA webhook can set it.',
        ),
        fixes: [{ ...removal(field), safety: 'review' }],
      });
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'gmsaCredentialSpec cannot be an empty string' }],
  why: `The API server does not accept an empty string here. Set only \`gmsaCredentialSpecName\`: when the pod is
created, the GMSA webhook of the cluster copies the contents of that object into \`gmsaCredentialSpec\`.`,
  sources: [docs.gmsa, VALIDATION],
} satisfies Rule;
