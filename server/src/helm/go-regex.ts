import { MAX_REGEX, MAX_REGEX_STEPS } from './bounds.ts';

/**
 * A regular expression of Go in JavaScript, to be searched in a text. Undefined for one that both may read otherwise, or whose
 * search may take too many steps in JavaScript, which tries all ways to match. Only a subset is accepted: characters,
 * classes, groups, anchors, alternatives and repetitions, but no group with choices that is repeated itself.
 */
export function goRegex(pattern: string, text: string): RegExp | undefined {
  const ignoresCase = pattern.startsWith('(?i)');
  const expression = ignoresCase ? pattern.slice('(?i)'.length) : pattern;
  const steps = pattern.length > MAX_REGEX ? undefined : stepsOf(expression, text.length);
  // JavaScript has more line ends than Go.
  if (steps === undefined || steps > MAX_REGEX_STEPS || /[\r\u2028\u2029]/.test(text)) return undefined;
  try {
    return new RegExp(expression, ignoresCase ? 'giu' : 'gu');
  } catch {
    return undefined;
  }
}

const TOKEN =
  /\\[dDwW\\.+*?()|[\]{}^$/-]|\\[nrt]|\[\^?(?:[^\]\\[&]|\\[dDwW\\.+*?()|[\]{}^$/-])+\]|\((?:\?:)?|\)|[*+?]\??|\{\d{1,2}(?:,\d{0,2})?\}\??|[|^$.]|[^\\()[\]{}*+?|^$.]/uy;

/** A bound of the steps of a search in a text of a length; undefined for an expression that is not supported. */
function stepsOf(expression: string, length: number): number | undefined {
  // The choices in each open group, and those in the group that was closed last.
  const open: number[] = [0];
  let closed = 0;
  let previous = '';
  let steps = expression.startsWith('^') && !expression.includes('|') ? 1 : length + 1;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const [token] = TOKEN.exec(expression) ?? [];
    if (token === undefined) return undefined;
    const repetitions = repetitionsOf(token, length);
    if (token.startsWith('(')) open.push(0);
    else if (token === ')') {
      closed = open.pop() ?? 0;
      if (open.length === 0) return undefined;
      add(open, closed);
    } else if (token === '|') {
      add(open, 1);
      steps *= 2;
    } else if (repetitions !== undefined) {
      if (previous === '' || /^[*+?{(|^$]/.test(previous)) return undefined;
      if (previous === ')' && closed > 0 && !token.startsWith('?')) return undefined;
      add(open, 1);
      steps *= repetitions + 1;
    }
    previous = token;
  }
  return open.length === 1 ? steps : undefined;
}

/** How often a token repeats what is before it in a text of a length; undefined for any other token. */
function repetitionsOf(token: string, length: number): number | undefined {
  if (token.startsWith('?')) return 1;
  if (/^[*+]/.test(token)) return length;
  const [, least, most] = /^\{(\d+)(?:,(\d*))?\}/.exec(token) ?? [];
  if (least === undefined) return undefined;
  return most === '' ? length : Number(most ?? least);
}

function add(counts: number[], count: number): void {
  counts[counts.length - 1] = (counts.at(-1) ?? 0) + count;
}
