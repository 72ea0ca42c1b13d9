import { type Field, type Fix, MAX_SEARCHED, message, type Rule } from '../../lint/rule.ts';
import { COMMANDS } from '../../rule-kit/commands.ts';
import { hiddenEscapes, isUnclosed, meantScalar, withBackslashes } from '../../rule-kit/double-quotes.ts';
import { inContainers, inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

/** Fields with a single path or name, in which a control character cannot be intended. */
const NAMES: readonly string[] = [
  ...inContainers('volumeMounts[*].mountPath'),
  ...inContainers('volumeMounts[*].subPath'),
  ...inContainers('workingDir'),
  'spec.volumes[*].hostPath.path',
  ...inSecurityContexts('windowsOptions.runAsUserName'),
];

/** Fields with free text, in which a line break or a tab may be intended. */
const TEXTS: readonly string[] = [...COMMANDS.map((list) => `${list}[*]`), ...inContainers('env[*].value')];

/** A drive letter and a path with single backslashes; doubled ones are deliberate escape sequences. */
const DRIVE_PATH = /(?<![a-z\d])[a-z]:(?=\\[\w$%.~-]{2})(?:\\[\w$%.~-](?:[^\\\s"'`<>|?*;,]| (?=[A-Z(]))*)+/gi;

const DRIVE = /(?<![a-z\d])[a-z]:/i;

export default {
  id: 'yaml/backslash-in-double-quotes',
  code: 'KW1256',
  title: 'Backslash in double quotes',
  gate: 'guessed',
  pod: {
    watches: [...NAMES, ...TEXTS],
    check(field, { report }) {
      if (field.quoting !== 'double' || !field.raw.includes('\\')) return;
      const { start } = field.valueSpan;
      const raw = meantScalar(field.raw);
      if (raw.length > MAX_SEARCHED) return;
      const escapes = hiddenEscapes(raw);
      if (escapes.length === 0 && !isUnclosed(raw)) return;
      const at = { start, end: start + raw.length };
      const paths = isText(field) ? [...raw.matchAll(DRIVE_PATH)] : [];
      const pathAt = (offset: number) =>
        paths.find(({ index, 0: path }) => index <= offset && offset < index + path.length)?.[0];
      const inPaths = isText(field) ? escapes.filter((sequence) => pathAt(sequence.at) !== undefined) : escapes;
      const worst = inPaths.find(({ kind }) => kind !== 'control') ?? inPaths[0];
      // An escape outside of a path may be intended, and a text of several lines is not rewritten.
      const isSimple = inPaths.length === escapes.length && !raw.includes('\n') && raw.endsWith('"');
      const fixes = isSimple ? [literal(field, raw)] : [];
      if (worst?.kind === 'control') {
        report({
          at,
          case: isText(field) ? 'a command or variable changes' : 'a path or name changes',
          message: message(
            'In double quotes, `{0}` is {1}, so the value is not `{2}`.',
            worst.text,
            worst.meaning,
            pathAt(worst.at) ?? withBackslashes(raw),
          ),
          fixes,
        });
      } else if (worst !== undefined) {
        report({
          at,
          case: `the escape is ${worst.kind}`,
          message: message(
            worst.kind === 'unknown'
              ? 'In double quotes, `{0}` is not a valid escape sequence.'
              : 'In double quotes, `{0}` must be followed by a hexadecimal number.',
            worst.text,
          ),
          fixes,
        });
      } else if (isUnclosed(raw) && (!isText(field) || DRIVE.test(raw))) {
        report({
          at,
          case: 'the string is not closed',
          message: message('The string is not closed: the last backslash escapes the quotation mark.'),
          fixes,
        });
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the escape is unknown',
      result: 'The manifest cannot be parsed.',
      seen: 'found unknown escape character',
    },
    {
      effect: 'fails',
      case: 'the escape is incomplete',
      result: 'The manifest cannot be parsed.',
      seen: 'did not find expected hexdecimal number',
    },
    { effect: 'fails', case: 'the string is not closed', result: 'The manifest cannot be parsed.' },
    {
      effect: 'fails',
      case: 'a path or name changes',
      result: 'The container does not start, or does not find the path or account.',
    },
    {
      effect: 'fails',
      case: 'a command or variable changes',
      doubtful: true,
      result: 'The program probably does not find the path.',
    },
  ],
  why: `In a double-quoted YAML string, a backslash starts an escape sequence: \`\\n\` is a line break, \`\\t\` a tab,
and \`\\N\` a next-line character. In single quotes or without quotes, a backslash is an ordinary character. Write
\`'C:\\new'\` and \`'NT AUTHORITY\\SYSTEM'\`, or double every backslash: \`"C:\\\\new"\`.

An invalid sequence such as \`\\i\` makes the whole manifest unreadable.`,
  sources: [docs.runAsUserName, docs.volumes, code('yaml/yaml-spec YAML 1.2.2, 5.7 Escaped Characters')],
} satisfies Rule;

function isText({ key }: Field): boolean {
  return typeof key === 'number' || key === 'value';
}

function literal(field: Field, raw: string): Fix {
  return {
    title: 'Use literal backslashes',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: withBackslashes(raw) }],
  };
}
