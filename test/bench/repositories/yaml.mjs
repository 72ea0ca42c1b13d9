// Writes objects as YAML in the styles of people, of Helm and of kubectl. Values of the class `Scalar` determine their form.

/** A scalar that writes itself, at the indentation of the lines below its key. */
class Scalar {
  /** @param {(blanks: string) => string} write the text after the key and a blank, without the line break at its end */
  constructor(write) {
    this.write = write;
  }
}

/** A text in a literal block. */
export function literal(text) {
  return new Scalar((blanks) => block(text, '|', blanks));
}

/** Paragraphs in a folded block, broken into lines. */
export function folded(paragraphs, header = '>-') {
  const lines = paragraphs.flatMap((paragraph, i) => [...(i === 0 ? [] : ['']), ...broken(paragraph, 76)]);
  return new Scalar((blanks) => [header, ...lines.map((line) => (line === '' ? '' : blanks + line))].join('\n'));
}

/** A scalar in double quotes, with escapes. */
export function double(text) {
  return new Scalar(() => JSON.stringify(text));
}

/** A scalar in single quotes. */
export function single(text) {
  return new Scalar(() => `'${text.replaceAll("'", "''")}'`);
}

/** A scalar in double quotes over several lines. Each line break is a blank. */
export function wrapped(text) {
  return new Scalar((blanks) => broken(JSON.stringify(text), 72).join(`\n${blanks}`));
}

/** The same with escaped line breaks, as Go writes long texts with trailing blanks. */
export function escaped(text) {
  return new Scalar((blanks) => JSON.stringify(text).replace(/(.{60}[^ \\]*) (?=\S)/g, `$1\\\n${blanks}\\ `));
}

/** A text without quotes over several lines. It consists of words, and has no colon or number sign after a blank. */
export function unquoted(text) {
  return new Scalar((blanks) => broken(text, 72).join(`\n${blanks}`));
}

/** A value in flow style on one line. */
export function flow(value) {
  return new Scalar(() => inFlow(value));
}

/**
 * An object as lines of YAML. Keys with the value `undefined` are left out, and the value of the key `#` is a comment.
 * @param {object} value
 * @param {{ indented?: boolean, single?: boolean, flowLists?: boolean }} [style] `indented`: items of lists are deeper than
 * their key. `single`: quotes are single where they can be. `flowLists`: short lists of texts are in brackets.
 */
export function yaml(value, style = {}, blanks = '') {
  let text = '';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    text +=
      key === '#'
        ? `${blanks}# ${item}\n`
        : `${blanks}${MANAGED.test(key) ? key : scalar(key, style)}:${entry(item, style, blanks)}`;
  }
  return text;
}

/** An object as KYAML: flow style over several lines, with quotes around all texts. */
export function kyaml(value, blanks = '') {
  const inner = `${blanks}  `;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${value.map((item) => kyaml(item, blanks)).join(', ')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => {
    return `${inner}${/^[a-z]\w*$/i.test(key) && !TYPED.test(key) ? key : JSON.stringify(key)}: ${kyaml(item, inner)},\n`;
  });
  return `{\n${lines.join('')}${blanks}}`;
}

/** Objects as the documents of one file. */
export function documents(objects, style) {
  return objects.map((object) => yaml(object, style)).join('---\n');
}

/** A value after its key, up to the line break. */
function entry(value, style, blanks) {
  if (value instanceof Scalar) return ` ${value.write(`${blanks}  `)}\n`;
  if (typeof value === 'string') return ` ${scalar(value, style, `${blanks}  `)}\n`;
  if (typeof value !== 'object' || value === null) return ` ${value}\n`;
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []\n';
    if (style.flowLists && value.length < 6 && value.every((item) => typeof item === 'string' && item.length < 20)) {
      return ` ${inFlow(value)}\n`;
    }
    return `\n${items(value, style, style.indented ? `${blanks}  ` : blanks)}`;
  }
  const text = yaml(value, style, `${blanks}  `);
  return text === '' ? ' {}\n' : `\n${text}`;
}

function items(list, style, blanks) {
  let text = '';
  for (const item of list) {
    if (item instanceof Scalar || typeof item !== 'object' || item === null) {
      text += `${blanks}-${entry(item, style, blanks)}`;
    } else if (Array.isArray(item)) {
      text += `${blanks}- ${inFlow(item)}\n`;
    } else {
      const { '#': comment, ...rest } = item;
      if (comment !== undefined) text += `${blanks}# ${comment}\n`;
      const inner = yaml(rest, style, `${blanks}  `);
      text += inner === '' ? `${blanks}- {}\n` : `${blanks}- ${inner.slice(blanks.length + 2)}`;
    }
  }
  return text;
}

/** Texts that need no quotes: words, paths, images, quantities, versions, addresses and UIDs. */
const PLAIN =
  /^(?:(?:[A-Za-z_/.(\\][^\s:#,[\]{}"'`]*|\d+[A-Za-z]+)(?:[: ][^\s:#,[\]{}"'`]+)*|\d+\.\d+\.\d[\w./:-]*|[\da-f]{8}-[\da-f-]{27})$/;
/** Keys of managed fields, which kubectl writes without quotes. */
const MANAGED = /^[kv]:[^\s#]+$/;
/** Plain texts that YAML 1.1 reads as another type. */
const TYPED = /^(?:true|false|yes|no|on|off|y|n|null|\.\w+|\d+e\d+|0x[\da-f]+)$/i;

function scalar(text, style, blanks = '  ') {
  if (text.length > 1 && text.includes('\n')) return block(text, '|', blanks);
  if (PLAIN.test(text) && !TYPED.test(text)) return text;
  if (!style.single || /^[\d.:+TZ-]*$/.test(text) || TYPED.test(text)) return JSON.stringify(text);
  return `'${text.replaceAll("'", "''")}'`;
}

function block(text, indicator, blanks) {
  const chomping = text.endsWith('\n') ? (text.endsWith('\n\n') ? '+' : '') : '-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return [indicator + chomping, ...lines.map((line) => (line === '' ? '' : blanks + line))].join('\n');
}

function inFlow(value) {
  if (value instanceof Scalar) return value.write('');
  if (Array.isArray(value)) return `[${value.map(inFlow).join(', ')}]`;
  if (typeof value === 'string') return scalar(value, {});
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, item]) => `${scalar(key, {})}: ${inFlow(item)}`).join(', ')} }`;
}

/** A text in lines of about this width. */
function broken(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
