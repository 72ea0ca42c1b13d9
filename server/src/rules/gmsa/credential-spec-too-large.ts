import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs, VALIDATION } from '../../lint/sources.ts';
import { utf8Length } from '../../windows/user-name.ts';

const MAX_LENGTH = 64 * 1024;

export default {
  id: 'gmsa/credential-spec-too-large',
  title: 'gmsaCredentialSpec of more than 64 KiB',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    *check(field) {
      const length = utf8Length(field.string ?? '');
      if (length <= MAX_LENGTH) return;
      yield {
        at: field.span,
        message: message(
          '`gmsaCredentialSpec` has {0} bytes, and {1} are allowed.',
          length.toLocaleString('en-US'),
          MAX_LENGTH.toLocaleString('en-US'),
        ),
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'gmsaCredentialSpec size must be under 64 KiB' }],
  why: `A credential spec has a few hundred bytes; whatever needs more is something else. Put it into a GMSACredentialSpec and
write its name into \`gmsaCredentialSpecName\`.`,
  sources: [docs.gmsa, VALIDATION],
} satisfies Rule;
