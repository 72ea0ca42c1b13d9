import { isObjectName, MAX_NAME_LENGTH } from '../../kubernetes/object.ts';
import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs, VALIDATION } from '../../lint/sources.ts';

export default {
  id: 'gmsa/credential-spec-name-format',
  title: 'gmsaCredentialSpecName that no object can have',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    *check(field) {
      const name = field.string;
      // What is to be filled in by hand or by Helm; the server was seen to refuse `${NAME}` as it stands.
      if (name === undefined || isObjectName(name) || /\{\{|<[^<>]+>/.test(name)) return;
      const lower = name.toLowerCase();
      yield {
        at: field.valueSpan,
        message:
          name === ''
            ? message('`gmsaCredentialSpecName` is empty.')
            : name.length > MAX_NAME_LENGTH
              ? message('`gmsaCredentialSpecName` has {0} characters, and 253 are allowed.', String(name.length))
              : message('`{0}` cannot be the name of a GMSACredentialSpec.', name),
        fixes: isObjectName(lower)
          ? [
              {
                title: `Change \`gmsaCredentialSpecName\` to \`${lower}\``,
                safety: 'review',
                changes: [{ kind: 'replace', path: field.path, value: lower }],
              },
            ]
          : [],
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'a lowercase RFC 1123 subdomain must consist of' }],
  why: `The field names an object, the GMSACredentialSpec, and not the account in Active Directory. Names of objects consist of
lower-case letters, digits, \`-\` and \`.\`, and begin and end with a letter or digit; so \`gmsa-WebApp1\` is refused, and the
object has to be called \`gmsa-webapp1\` too.`,
  sources: [docs.gmsa, VALIDATION],
} satisfies Rule;
