import type { FieldPath } from '../../server/src/yaml/read/path.ts';
import type { Data } from '../yaml/data.ts';

/** A way to write an object out. */
export interface Style {
  readonly name: string;
  readonly write: (object: Data) => string;
  /** The path of the object: the index of its document, and the path in it. */
  readonly at: FieldPath;
  /** Whether edits are refused in this style. */
  readonly closed?: true;
}

/** The styles in which people, tools and generators write manifests. */
export const STYLES: readonly Style[] = [
  style('lists flush', (object) => block(object)),
  style('lists indented', (object) => block(object, { indentedLists: true })),
  ...([1, 3, 4, 8] as const).flatMap((step) => [
    style(`${step} spaces`, (object) => block(object, { step })),
    style(`${step} spaces, lists indented`, (object) => block(object, { step, indentedLists: true })),
  ]),
  style('comments everywhere', (object) => block(object, { comments: true })),
  style('comments everywhere, lists indented', (object) => block(object, { comments: true, indentedLists: true })),
  style('quoted keys', (object) => block(object, { quotedKeys: true })),
  style('flow mappings in block ones', (object) => block(object, { flowFrom: 4 })),
  style('containers in flow style', (object) => block(object, { flowFrom: 6, comments: true })),
  style('CRLF', (object) => block(object).replaceAll('\n', '\r\n')),
  style('CRLF and comments', (object) => block(object, { comments: true }).replaceAll('\n', '\r\n')),
  style('mixed line ends', (object) => everyOtherInCrlf(block(object, { indentedLists: true, comments: true }))),
  style('no line break at the end', (object) => block(object).trimEnd()),
  style('a byte order mark', (object) => `\uFEFF${block(object)}`),
  style('a byte order mark and CRLF', (object) => `\uFEFF${block(object, { step: 4 })}`.replaceAll('\n', '\r\n')),
  style('blanks at the ends of lines', (object) => block(object).replaceAll('\n', '  \n')),
  style('one flow mapping', (object) => `${flow(object)}\n`),
  style('JSON', (object) => JSON.stringify(object)),
  style('long JSON', (object) => `${JSON.stringify(object, null, 2)}\n`),
  style('JSON with tabs', (object) => `${JSON.stringify(object, null, '\t')}\n`),
  style('JSON with trailing commas', (object) => withCommas(`${JSON.stringify(object, null, 2)}\n`)),
  style('short JSON with trailing commas', (object) => JSON.stringify(object).replace(/(?<=[^{[])(?=[\]}])/g, ',')),
  style('KYAML', (object) => `---\n${kyaml(object)}\n`),
  style('KYAML in CRLF', (object) => `---\n${kyaml(object)}\n`.replaceAll('\n', '\r\n')),
  style('an item of a List', (object) => block(listOf(object), { comments: true }), ['items', 1]),
  style('an item of a List in JSON', (object) => `${JSON.stringify(listOf(object), null, 4)}\n`, ['items', 1]),
  amongOthers('among others', '---\n', '---\n'),
  amongOthers('among others, with all that separators may have', '---  # first\n', '...\n# end\n--- # next\n'),
  amongOthers('among others, behind directives', '...\n%YAML 1.2\n---\n', '...\n---\n'),
  amongOthers('among others that are broken', '---\n', '---\nbroken: [\n---\n'),
  { ...style('anchors and aliases', (object) => block(withAlias(object, 'alias'))), closed: true },
  { ...style('merge keys', (object) => block(withAlias(object, 'merge'))), closed: true },
  { ...style('anchors in flow style', (object) => `${flow(withAlias(object, 'alias'))}\n`), closed: true },
  { ...style('a syntax error', (object) => `${block(object)}broken: [\n`), closed: true },
];

function style(name: string, write: Style['write'], at: FieldPath = []): Style {
  return { name, write, at: [0, ...at] };
}

function amongOthers(name: string, before: string, behind: string): Style {
  const write = (object: Data) => {
    const other = block({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } });
    return `${other}${before}${block(object, { comments: true })}${behind}${other}`;
  };
  return { name, write, at: [1] };
}

interface BlockOptions {
  readonly step?: number;
  readonly indentedLists?: boolean;
  readonly comments?: boolean;
  readonly quotedKeys?: boolean;
  /** The depth at which flow style begins. */
  readonly flowFrom?: number;
}

/** The key that marks a mapping with an anchor. */
const ANCHOR = '&shared';

function block(top: Data, options: BlockOptions = {}): string {
  const { step = 2, indentedLists = false, comments = false, quotedKeys = false, flowFrom = Infinity } = options;
  let count = 0;
  const own = (indent: string) => (comments ? [`${indent}# own ${++count}`] : []);
  const behind = () => (comments && ++count % 3 === 0 ? ` # behind ${count}` : '');
  const isBlock = (value: Data, depth: number) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && depth < flowFrom;

  const lines = (value: Data, indent: string, depth: number): string[] =>
    Array.isArray(value)
      ? value.flatMap((item) => {
          if (!isBlock(item, depth + 1)) return [...own(indent), `${indent}- ${flow(item)}${behind()}`];
          const [first = '', ...rest] = lines(item, `${indent}  `, depth + 1);
          if (!/^ *#/.test(first)) return [`${indent}- ${first.trimStart()}`, ...rest];
          return [`${indent}${first.trimStart()}`, `${indent}- ${rest[0]?.trimStart()}`, ...rest.slice(1)];
        })
      : Object.entries(value as Record<string, Data>).flatMap(([key, inner]) => {
          const name = quotedKeys ? JSON.stringify(key) : keyText(key);
          const lead = `${indent}${name}:`;
          if (!isBlock(inner, depth + 1)) return [...own(indent), `${lead} ${flow(inner)}${behind()}`];
          const deeper = Array.isArray(inner) && !indentedLists ? '' : ' '.repeat(step);
          const { [ANCHOR]: anchored, ...others } = inner as Record<string, Data>;
          const [anchor, value] = anchored === undefined ? ['', inner] : [` ${ANCHOR}`, others];
          return [...own(indent), `${lead}${anchor}${behind()}`, ...lines(value, indent + deeper, depth + 1)];
        });
  return `${[...lines(top, '', 0), ...own('')].join('\n')}\n`;
}

function flow(value: Data): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const { [ANCHOR]: anchored, ...others } = value;
    const entries = Object.entries(others).map(([key, inner]) => `${keyText(key)}: ${flow(inner)}`);
    return `${anchored === undefined ? '' : `${ANCHOR} `}{${entries.join(', ')}}`;
  }
  return typeof value === 'string' ? scalar(value) : String(value);
}

function kyaml(value: Data, indent = ''): string {
  const inner = `${indent}  `;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Object.keys(value).length === 0) return Array.isArray(value) ? '[]' : '{}';
  if (Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)) {
    return `[${value.map((item) => kyaml(item, indent)).join(', ')}]`;
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${Array.isArray(value) ? '' : `${keyText(key)}: `}${kyaml(item as Data, inner)},\n`,
  );
  return `${open}\n${lines.join('')}${indent}${close}`;
}

const WORD = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9./-]*$/i;

function keyText(key: string): string {
  return WORD.test(key) || key === '<<' ? key : JSON.stringify(key);
}

function scalar(text: string): string {
  if (WORD.test(text) || text === '*shared') return text;
  return /[\p{C}']/u.test(text) ? JSON.stringify(text) : `'${text}'`;
}

function everyOtherInCrlf(text: string): string {
  let isOdd = false;
  return text.replaceAll('\n', () => {
    isOdd = !isOdd;
    return isOdd ? '\r\n' : '\n';
  });
}

function withCommas(json: string): string {
  return json.replace(/(?<=[^{[,])(?=\n\s*[\]}])/g, ',');
}

function listOf(object: Data): Data {
  const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } };
  return { apiVersion: 'v1', kind: 'List', items: [other, object, other] };
}

/** Writes the pod spec under another key with an anchor, and an alias in its place. */
function withAlias(object: Data, how: 'alias' | 'merge'): Data {
  const copy = structuredClone(object) as Record<string, Data>;
  const holders: Record<string, Data>[] = [];
  const look = (value: Data): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && 'containers' in ((value['spec'] ?? {}) as object)) holders.push(value);
    for (const inner of Object.values(value)) look(inner);
  };
  look(copy);
  const [holder] = holders;
  if (holder === undefined) throw new Error('there is no pod in it');
  const spec = holder['spec'] as Record<string, Data>;
  holder['spec'] = how === 'alias' ? '*shared' : { '<<': '*shared' };
  return { 'x-shared': { [ANCHOR]: true, ...spec }, ...copy };
}
