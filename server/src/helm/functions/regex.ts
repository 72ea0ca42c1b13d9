import { type Call, defined, type FunctionTable, madeText, unknownResult } from '../function.ts';
import { goRegex } from '../go-regex.ts';
import { bool, list, text, type Value } from '../value.ts';
import { isText, numberOf, plain } from './arguments.ts';

/** The functions of `sprig/regex.go`. */
export const REGEX_FUNCTIONS: FunctionTable = {
  ...both('regexMatch', 'text text', (_, regex, [, value]) => bool(plain(value).search(regex) !== -1)),
  ...both('regexFind', 'text text', (_, regex, [, value]) => {
    const found = regex.exec(plain(value));
    if (!isText(value)) return undefined;
    const start = found?.index ?? 0;
    return text(value.value.slice(start, start + (found?.[0].length ?? 0)));
  }),
  ...both('regexFindAll', 'text text int', (_, regex, [, value, count]) => {
    if (!isText(value)) return undefined;
    const found = [...plain(value).matchAll(regex)].slice(0, numberOf(count) < 0 ? undefined : numberOf(count));
    // Without any, the slice of Go is nil, which is null in YAML.
    if (found.length === 0 || found.some(([match]) => match === '')) return undefined;
    return list(
      found.map(({ 0: { length }, index }) => text(value.value.slice(index, index + length))),
      'string',
    );
  }),
  ...both('regexReplaceAll', 'text text text', (call, regex, [, value, by]) => {
    const template = replacementOf(plain(by));
    return template === undefined ? undefined : replaced(call, regex, value, template);
  }),
  ...both('regexReplaceAllLiteral', 'text text text', (call, regex, [, value, by]) => {
    return replaced(call, regex, value, plain(by).replaceAll('$', '$$$$'));
  }),
  ...both('regexSplit', 'text text int', (_, regex, [, value, count]) => {
    if (!isText(value) || numberOf(count) >= 0 || plain(value) === '') return undefined;
    const found = [...plain(value).matchAll(regex)];
    if (found.some(([match]) => match === '')) return undefined;
    const ends = [...found.map(({ index }) => index), value.value.length];
    const starts = [0, ...found.map(({ 0: match, index }) => index + match.length)];
    return list(
      ends.map((end, i) => text(value.value.slice(starts[i] ?? end, end))),
      'string',
    );
  }),
  regexQuoteMeta: defined('text > text', (call, [value]) => {
    return madeText(call, plain(value).replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'));
  }),
};

/** A function and the same with `must` in front of its name, for expressions that are supported. */
function both(
  name: string,
  signature: string,
  run: (call: Call, regex: RegExp, args: readonly Value[]) => Value | undefined,
): FunctionTable {
  const own = defined(signature, (call, args) => {
    const regex = goRegex(plain(args[0]), plain(args[1]));
    if (regex === undefined) return unknownResult(call);
    return run(call, regex, args) ?? unknownResult(call);
  });
  return { [name]: own, [`must${name.replace(/^./, (first) => first.toUpperCase())}`]: own };
}

/** The replacement of Go in JavaScript: `$1` and `${1}`. Undefined for names, and for numbers that letters follow. */
function replacementOf(replacement: string): string | undefined {
  const others = replacement.replace(/\$(?:\d(?!\w)|\{\d\}|\$)/g, '');
  if (others.includes('$')) return undefined;
  return replacement.replace(/\$\{0\}|\$0/g, '$$&').replace(/\$\{(\d)\}/g, '$$$1');
}

function replaced(call: Call, regex: RegExp, value: Value | undefined, by: string): Value {
  const before = plain(value);
  // Go does not replace an empty match behind another match.
  if ([...before.matchAll(regex)].some(([match]) => match === '')) return unknownResult(call, true);
  const after = before.replace(regex, by);
  return after === before && value !== undefined ? value : madeText(call, after);
}
