import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs, VALIDATION } from '../../rule-kit/sources.ts';
import { utf8Length } from '../../windows/user-name.ts';

const MAX_LENGTH = 64 * 1024;

export default {
  id: 'gmsa/credential-spec-too-large',
  code: 'KW1035',
  title: 'gmsaCredentialSpec larger than 64 KiB',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    check(field, { report }) {
      const length = utf8Length(field.string ?? '');
      if (length <= MAX_LENGTH) return;
      report({
        at: field.span,
        message: message(
          '`gmsaCredentialSpec` {effect}: it has {0} bytes, and at most {1} are allowed.',
          length.toLocaleString('en-US'),
          MAX_LENGTH.toLocaleString('en-US'),
        ),
      });
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'gmsaCredentialSpec size must be under 64 KiB' }],
  why: `A credential spec has a few hundred bytes, so a text of this size is probably something else. Store the
credential spec in a GMSACredentialSpec object and set the name of that object in \`gmsaCredentialSpecName\`.`,
  sources: [docs.gmsa, VALIDATION],
} satisfies Rule;
