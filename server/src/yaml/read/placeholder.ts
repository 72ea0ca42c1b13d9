import type { FieldPath } from './path.ts';

/**
 * What tools and people put in place of a value that is filled in later. None of the patterns backtracks over more than
 * it began with, so that they take linear time. Of `__NAME__` within a longer text, one without an uppercase letter is
 * more likely a name of Python (`__init__.py`), and `[[:alpha:]]` is a part of a regular expression.
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

/** The same text with a `$` in the place of each placeholder. */
export function maskPlaceholders(value: string): string {
  return value.replace(PLACEHOLDERS, '$$');
}

/** Whether what looks like a placeholder is text of a shell or a program there, or a variable that Kubernetes expands. */
export function isCode(placeholder: string, path: FieldPath): boolean {
  if (placeholder.startsWith('{{')) return false;
  const isExpanded = path.at(-1) === 'subPathExpr' && placeholder.startsWith('$(');
  return isExpanded || isInData(path) || path.some((key, i) => isCommandLine(key, path.slice(i + 1)));
}

/** Whether a key and those behind it lead to a part of a command line, or to the value of a variable. */
function isCommandLine(key: FieldPath[number], [index, ...rest]: FieldPath): boolean {
  if (typeof index !== 'number') return false;
  return ((key === 'command' || key === 'args') && rest.length === 0) || (key === 'env' && rest.join() === 'value');
}

/** Whether a path leads into the data of a ConfigMap or Secret, which may be an item of a List. */
function isInData(path: FieldPath): boolean {
  const [top] = path[0] === 'items' ? path.slice(2) : path;
  return top === 'data' || top === 'binaryData';
}
