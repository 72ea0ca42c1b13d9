import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isCredentialSpecOpen } from '../../windows/gmsa.ts';

const SECTIONS = ['CmsPlugins', 'DomainJoinConfig', 'ActiveDirectoryConfig'];

export default {
  id: 'gmsa/credential-spec-not-json',
  title: 'gmsaCredentialSpec that is no credential spec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    *check(field) {
      const text = field.string;
      if (!text || isCredentialSpecOpen(text)) return;
      const spec = parseObject(text);
      const missing = SECTIONS.filter((section) => spec?.[section] === undefined);
      if (missing.length === 0) return;
      yield {
        at: field.span,
        message:
          spec === undefined
            ? message('`gmsaCredentialSpec` is no JSON object.')
            : message('`gmsaCredentialSpec` lacks {0}.', missing.map((section) => `\`${section}\``).join(', ')),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.16',
      doubtful: true,
      result: 'The API server does not look into it, but Windows may not start the container.',
    },
  ],
  why: `The field holds what Windows gets to know of the account: a JSON object with \`CmsPlugins\`, \`DomainJoinConfig\` and
\`ActiveDirectoryConfig\`, as the PowerShell module CredentialSpec writes it. Nobody reads it before the container starts,
except for the GMSA webhook: beside a name it denies contents that differ from the object of that name. It is easier to
leave the field out and to write \`gmsaCredentialSpecName\`.`,
  sources: [docs.gmsa],
} satisfies Rule;

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
