import { isObjectName, MAX_NAME_LENGTH } from '../../kubernetes/object.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs, VALIDATION } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'gmsa/credential-spec-name-format',
  code: 'KW1032',
  title: 'Invalid gmsaCredentialSpecName',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    check(field, { report }) {
      const name = field.string;
      if (name === undefined || isObjectName(name)) return;
      const lower = name.toLowerCase();
      report({
        at: field.valueSpan,
        message:
          name === ''
            ? message(
                'Empty `gmsaCredentialSpecName` {effect}: set the name of a GMSACredentialSpec or remove the field.',
              )
            : name.length > MAX_NAME_LENGTH
              ? message(
                  '`gmsaCredentialSpecName` {effect}: it has {0} characters, and at most 253 are allowed.',
                  String(name.length),
                )
              : message('`gmsaCredentialSpecName` {effect}: `{0}` is not a valid name of a GMSACredentialSpec.', name),
        fixes: isObjectName(lower)
          ? [
              {
                title: t`Change \`gmsaCredentialSpecName\` to \`${lower}\``,
                safety: 'review',
                changes: [{ kind: 'replace', path: field.path, value: lower }],
              },
            ]
          : [],
      });
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'a lowercase RFC 1123 subdomain must consist of' }],
  why: `The field names a GMSACredentialSpec object, not the account in Active Directory. Object names consist of
lowercase letters, digits, \`-\` and \`.\`, and start and end with a letter or digit. \`gmsa-WebApp1\` is rejected for
that reason: name the object \`gmsa-webapp1\` and use that name here.`,
  sources: [docs.gmsa, VALIDATION],
} satisfies Rule;
