import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { parseObject } from '../../rule-kit/json.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isCredentialSpecUnknown } from '../../windows/gmsa.ts';

const SECTIONS = ['CmsPlugins', 'DomainJoinConfig', 'ActiveDirectoryConfig'];

export default {
  id: 'gmsa/credential-spec-not-json',
  code: 'KW1033',
  title: 'Malformed gmsaCredentialSpec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    check(field, { report }) {
      const text = field.string;
      if (!text || isCredentialSpecUnknown(text)) return;
      const spec = parseObject(text);
      const missing = SECTIONS.filter((section) => spec?.[section] === undefined);
      if (missing.length === 0) return;
      report({
        at: field.span,
        message:
          spec === undefined
            ? message('`gmsaCredentialSpec` {effect}: it is not a JSON object.')
            : message(
                '`gmsaCredentialSpec` {effect}: it does not contain {0}.',
                missing.map((section) => `\`${section}\``).join(', '),
              ),
      });
    },
  },
  outcomes: [{ effect: 'fails', since: '1.16', doubtful: true }],
  why: `The field holds the credential spec that Windows receives: a JSON object with \`CmsPlugins\`,
\`DomainJoinConfig\` and \`ActiveDirectoryConfig\`, as the PowerShell module CredentialSpec creates it. The API server
does not validate the contents, so errors show up when the container starts. Leave the field out and set
\`gmsaCredentialSpecName\` instead.

If a name is also set, the GMSA webhook denies contents that differ from the object of that name.`,
  sources: [docs.gmsa],
} satisfies Rule;
