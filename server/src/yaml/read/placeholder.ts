import type { FieldPath } from './path.ts';

/**
 * The placeholders that tools and people write for values to be filled in later. All patterns match in linear time. Within a
 * longer text, `__NAME__` needs an uppercase letter, because `__init__.py` is a name of Python. `[[:alpha:]]` is a part of a
 * regular expression.
 */
const PLACEHOLDERS = new RegExp(
  [
    /\{\{[^{}\n]*\}\}/,
    /\[\[(?!:)[^[\]\n]+\]\]/,
    /\$\{[^{}\n]+\}/,
    /\$\([^()\n]+\)/,
    /#\{[^{}\n]+\}#?/,
    /<[^<>\n]+>/,
    /%[A-Za-z_]\w*%/,
    /^__\w+__$/,
    /(?<!\w)__(?=[a-z\d_]*[A-Z])\w+__(?!\w)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The placeholders in a value: `${NAME}`, `$(NAME)`, `<NAME>`, `%NAME%`, `#{NAME}#`, `__NAME__`, `{{ }}`, `[[ ]]`. */
export function placeholdersIn(value: string): string[] {
  return value.match(PLACEHOLDERS) ?? [];
}

/** The text with a `$` in place of each placeholder. */
export function maskPlaceholders(value: string): string {
  return value.replace(PLACEHOLDERS, '$$');
}

/** Whether the text at a path looks like a placeholder, but is a part of a program, or a variable that Kubernetes expands. */
export function isCode(placeholder: string, path: FieldPath): boolean {
  if (placeholder.startsWith('{{')) return false;
  const isExpanded = path.at(-1) === 'subPathExpr' && placeholder.startsWith('$(');
  return isExpanded || isInData(path) || path.some((key, i) => isCommandLine(key, path.slice(i + 1)));
}

/** Whether a key and the rest of a path lead into a command line or to the value of an environment variable. */
function isCommandLine(key: FieldPath[number], [index, ...rest]: FieldPath): boolean {
  if (typeof index !== 'number') return false;
  return ((key === 'command' || key === 'args') && rest.length === 0) || (key === 'env' && rest.join() === 'value');
}

/** Whether a path leads into the data of a ConfigMap or Secret, or of one in a List. */
function isInData(path: FieldPath): boolean {
  const [top] = path[0] === 'items' ? path.slice(2) : path;
  return top === 'data' || top === 'binaryData';
}
