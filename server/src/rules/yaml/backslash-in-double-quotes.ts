import { COMMANDS } from '../../lint/commands.ts';
import { hiddenEscapes, isOpen, meantScalar, withBackslashes } from '../../lint/double-quotes.ts';
import { inContainers, inSecurityContexts } from '../../lint/forbidden-field.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

/** Fields that are one path or one name, in which no control character can be meant. */
const NAMES: readonly string[] = [
  ...inContainers('volumeMounts[*].mountPath'),
  ...inContainers('volumeMounts[*].subPath'),
  ...inContainers('workingDir'),
  'spec.volumes[*].hostPath.path',
  ...inSecurityContexts('windowsOptions.runAsUserName'),
];

/** Fields with any text, in which a line break or a tab may well be meant. */
const TEXTS: readonly string[] = [...COMMANDS.map((list) => `${list}[*]`), ...inContainers('env[*].value')];

/** A drive letter and a path behind it with single backslashes: where they are doubled, someone knows of escapes. */
const DRIVE_PATH = /(?<![a-z\d])[a-z]:(?=\\[\w$%.~-]{2})(?:\\[\w$%.~-](?:[^\\\s"'`<>|?*;,]| (?=[A-Z(]))*)+/gi;

const DRIVE = /(?<![a-z\d])[a-z]:/i;

export default {
  id: 'yaml/backslash-in-double-quotes',
  title: 'Backslash in double quotes',
  gate: 'guessed',
  pod: {
    watches: [...NAMES, ...TEXTS],
    *check(field) {
      if (field.quoting !== 'double') return;
      const { start } = field.valueSpan;
      const raw = meantScalar(field.raw);
      const at = { start, end: start + raw.length };
      const paths = isText(field) ? [...raw.matchAll(DRIVE_PATH)] : [];
      const pathAt = (offset: number) =>
        paths.find(({ index, 0: path }) => index <= offset && offset < index + path.length)?.[0];
      const all = hiddenEscapes(raw);
      const found = isText(field) ? all.filter((one) => pathAt(one.at) !== undefined) : all;
      const worst = found.find(({ kind }) => kind !== 'control') ?? found[0];
      // What is no part of a path may be meant, and a text of several lines is not written anew.
      const isSimple = found.length === all.length && !raw.includes('\n') && raw.endsWith('"');
      const fixes = isSimple ? [literal(field, raw)] : [];
      if (worst?.kind === 'control') {
        yield {
          at,
          case: isText(field)
            ? 'the escape stands for another character, in a command or variable'
            : 'the escape stands for another character, in a path or name',
          message: message(
            'In double quotes `{0}` stands for {1}, so this is not `{2}`.',
            worst.text,
            worst.meaning,
            pathAt(worst.at) ?? withBackslashes(raw),
          ),
          fixes,
        };
      } else if (worst !== undefined) {
        yield {
          at,
          case: `the escape is ${worst.kind}`,
          message: message(
            worst.kind === 'unknown'
              ? 'In double quotes a backslash begins an escape, and YAML knows no `{0}`.'
              : 'In double quotes `{0}` has to be followed by a hexadecimal number.',
            worst.text,
          ),
          fixes,
        };
      } else if (isOpen(raw) && (!isText(field) || DRIVE.test(raw))) {
        yield {
          at,
          case: 'the text is not closed',
          message: message('The backslash before the last quotation mark makes it a part of the text.'),
          fixes,
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the escape is unknown',
      result: 'The manifest cannot be read.',
      seen: 'found unknown escape character',
    },
    {
      effect: 'fails',
      case: 'the escape is incomplete',
      result: 'The manifest cannot be read.',
      seen: 'did not find expected hexdecimal number',
    },
    { effect: 'fails', case: 'the text is not closed', result: 'The manifest cannot be read.' },
    {
      effect: 'fails',
      case: 'the escape stands for another character, in a path or name',
      result: 'The container does not start, or does not find what it looks for.',
    },
    {
      effect: 'fails',
      case: 'the escape stands for another character, in a command or variable',
      doubtful: true,
      result: 'The program is likely to look in vain for that path.',
    },
  ],
  why: `In double quotes YAML reads a backslash together with what follows: \`\\n\` is a line break, \`\\t\` a tab, \`\\N\` a rare character
of its own, and \`\\i\` is an error that keeps the whole manifest from being read. In single quotes, or without any, a backslash is a
backslash. Write \`'C:\\new'\` and \`'NT AUTHORITY\\SYSTEM'\`, or double every backslash: \`"C:\\\\new"\`.`,
  sources: [docs.runAsUserName, docs.volumes, code('yaml/yaml-spec YAML 1.2.2, 5.7 Escaped Characters')],
} satisfies Rule;

function isText({ key }: Field): boolean {
  return typeof key === 'number' || key === 'value';
}

function literal(field: Field, raw: string): Fix {
  return {
    title: 'Take the backslashes literally',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: withBackslashes(raw) }],
  };
}
