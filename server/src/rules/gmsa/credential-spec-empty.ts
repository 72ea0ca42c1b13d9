import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs, VALIDATION } from '../../lint/sources.ts';

export default {
  id: 'gmsa/credential-spec-empty',
  title: 'Empty gmsaCredentialSpec',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    *check(field) {
      if (field.string !== '') return;
      yield {
        at: field.valueSpan,
        message: message('`gmsaCredentialSpec` is there, but it is empty.'),
        fixes: [{ ...removal(field), safety: 'review' }],
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'gmsaCredentialSpec cannot be an empty string' }],
  why: `Leave the field out. Write \`gmsaCredentialSpecName\` alone, and the GMSA webhook of the cluster puts the contents of
that object here when the pod is made.`,
  sources: [docs.gmsa, VALIDATION],
} satisfies Rule;
