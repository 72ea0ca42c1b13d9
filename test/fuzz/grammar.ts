import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { slice } from '../../server/src/yaml/read/slice.ts';
// biome-ignore lint/correctness/useImportExtensions: the types of this script for Node.js are in a file of the same name.
import { affinities, pods } from '../conformance/generator.mjs';
import { allExamples } from '../rules/page.ts';
import type { Data } from '../yaml/data.ts';

/** Returns a number below `n`; 0 is the simplest choice. */
type Choose = (n: number) => number;

/** The objects in the examples of all rules: every kind and field that Kubewin supports. */
const EXAMPLES: readonly Data[] = allExamples().flatMap(({ text }) =>
  slice(text).flatMap(({ start, end }): Data[] => {
    const document = parseDocument(text.slice(start, end), { version: '1.1', uniqueKeys: false, logLevel: 'silent' });
    const data = document.errors.length > 0 ? null : (document.toJS() as Data);
    return typeof data === 'object' && data !== null ? [data] : [];
  }),
);

const OBJECT: fc.Arbitrary<Data> = fc.oneof(
  fc.constantFrom(...EXAMPLES),
  fc.nat(100_000).map((seed) => pods(1, seed)[0]?.object ?? null),
  fc.nat(100_000).map((seed) => affinities(1, seed)[0]?.object ?? null),
);

/**
 * Kubernetes objects in all styles of YAML: several documents, Lists, blocks, flow collections, quotes, block scalars, anchors,
 * aliases, merge keys, tags, comments, templates. A list of choices determines the text; a shorter list makes a simpler text.
 */
export const GRAMMAR: fc.Arbitrary<string> = fc
  .tuple(fc.array(OBJECT, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(999), { maxLength: 300, size: 'max' }))
  .map(([objects, choices]) => {
    let next = 0;
    return written(objects, (n) => (choices[next++ % choices.length] ?? 0) % n);
  });

const SEPARATORS = [
  '---\n',
  '--- # next\n',
  '...\n---\n',
  '...\n%YAML 1.1\n---\n',
  '---\n# kubewin: allow pod/host-pid\n',
];
const STARTS = ['', '', '---\n', '\ufeff', '# heading\n', '%YAML 1.2\n---\n', '{{- if .Values.x }}\n', '\n\n'];

function written(objects: readonly Data[], choose: Choose): string {
  const isList = choose(8) === 7;
  const all: readonly Data[] = isList ? [{ apiVersion: 'v1', kind: 'List', items: [...objects] }] : objects;
  const start = STARTS[choose(STARTS.length)] ?? '';
  const separator = SEPARATORS[choose(SEPARATORS.length)] ?? '';
  const documents = all.map((object) => new Writer(choose).document(object));
  const text = start + documents.join(separator) + (start.startsWith('{{') ? '{{- end }}\n' : '');
  const ends = [text, text, text.replaceAll('\n', '\r\n'), text.trimEnd(), text.replaceAll('\n', ' \n')];
  return ends[choose(ends.length)] ?? text;
}

const COMMENTS = [' # why', ' # kubewin: allow pod/host-pid', ' #', ' # {{ x }}', ' # "'];
const MASKED = [
  '{{ .Values.x }}',
  '"{{ .Values.x }}"',
  '{{ include "a" . | nindent 8 }}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a placeholder in a manifest.
  '${NAME}',
  '$(NAME)',
  '<NAME>',
];
const TAGS = ['!!str ', '!!map ', '!!seq ', '!!int ', '!own ', '! '];

/** Writes one document with its own anchors. */
class Writer {
  readonly #choose: Choose;
  readonly #anchors: string[] = [];

  constructor(choose: Choose) {
    this.#choose = choose;
  }

  document(data: Data): string {
    const style = this.#choose(12);
    if (style === 10) return `${JSON.stringify(data, null, this.#choose(2) * 2)}\n`;
    if (style === 11) return `${this.#flow(data)}\n`;
    return this.#isBlock(data) ? `${this.#block(data, '').join('\n')}\n` : `${this.#flow(data)}\n`;
  }

  #often(odds: number): boolean {
    return this.#choose(odds) === odds - 1;
  }

  #isBlock(data: Data): data is Data[] | Record<string, Data> {
    return typeof data === 'object' && data !== null && Object.keys(data).length > 0;
  }

  /** The lines of a collection that is not empty. */
  #block(data: Data[] | Record<string, Data>, indent: string): string[] {
    const entries: [string, Data][] = Array.isArray(data)
      ? data.map((item) => ['-', item])
      : Object.entries(data).map(([key, value]) => [`${this.#key(key)}:`, value]);
    const lines = entries.flatMap(([lead, value]) => {
      const lines = this.#entry(`${indent}${lead}`, value, indent, lead === '-');
      if (this.#often(30)) lines.unshift(`${indent}${COMMENTS[this.#choose(COMMENTS.length)]?.trim()}`);
      if (this.#often(60)) return [`${indent}{{- if .Values.y }}`, ...lines, `${indent}{{- end }}`];
      return this.#often(80) ? ['', ...lines] : lines;
    });
    const anchor = this.#anchors[0];
    if (!Array.isArray(data) && anchor !== undefined && this.#often(10)) lines.push(`${indent}<<: *${anchor}`);
    return lines;
  }

  #entry(lead: string, value: Data, indent: string, isItem: boolean): string[] {
    const anchor = this.#anchor();
    const tag = this.#often(40) ? (TAGS[this.#choose(TAGS.length)] ?? '') : '';
    const behind = this.#often(20) ? (COMMENTS[this.#choose(COMMENTS.length)] ?? '') : '';
    if (this.#isBlock(value) && !this.#often(10)) {
      const isFlush = Array.isArray(value) && !isItem && this.#often(3);
      const inner = isFlush ? indent : `${indent}${' '.repeat(isItem ? 2 : 2 + 2 * this.#choose(2))}`;
      const lines = this.#block(value, inner);
      const [first = ''] = lines;
      // The first line of an item follows its hyphen.
      if (isItem && anchor + tag + behind === '' && first.startsWith(inner)) {
        return [`${lead} ${first.slice(inner.length)}`, ...lines.slice(1)];
      }
      return [`${lead} ${anchor}${tag}${behind}`.trimEnd(), ...lines];
    }
    if (typeof value === 'string' && this.#often(12)) return this.#lines(lead, value, indent);
    return [`${lead} ${anchor}${tag}${this.#flow(value)}${behind}`];
  }

  /** A block scalar. */
  #lines(lead: string, value: string, indent: string): string[] {
    const header = ['|', '>', '|-', '>-', '|+', '|2'][this.#choose(6)];
    return [`${lead} ${header}`, ...value.split('\n').map((line) => `${indent}  ${line}`)];
  }

  #anchor(): string {
    if (!this.#often(20)) return '';
    const name = `a${this.#choose(3)}`;
    this.#anchors.push(name);
    return `&${name} `;
  }

  #flow(value: Data): string {
    const anchor = this.#anchors[this.#choose(3)];
    if (anchor !== undefined && this.#often(20)) return `*${anchor}`;
    if (this.#often(50)) return MASKED[this.#choose(MASKED.length)] ?? '';
    if (!this.#isBlock(value)) return this.#scalar(value);
    const separator = this.#often(6) ? ',\n            ' : ', ';
    const end = this.#often(10) ? ',' : '';
    if (Array.isArray(value)) return `[${value.map((item) => this.#flow(item)).join(separator)}${end}]`;
    const entries = Object.entries(value).map(([key, item]) => `${this.#key(key)}: ${this.#flow(item)}`);
    return `{ ${entries.join(separator)}${end} }`;
  }

  #key(key: string): string {
    return (
      [key, key, key, key, key, key, `"${key}"`, `'${key}'`, `? ${key}\n`][this.#choose(this.#often(20) ? 9 : 8)] ?? key
    );
  }

  #scalar(value: Data): string {
    if (typeof value !== 'string') return JSON.stringify(value);
    const isPlain = /^[\w/.][\w/.:-]*$/.test(value) && !/^(?:[\d.]+|true|false|null|yes|no|on|off|y|n)$/i.test(value);
    const quoted = [
      JSON.stringify(value),
      `'${value.replaceAll("'", "''")}'`,
      JSON.stringify(value).replace(/ /, '\n      '),
    ];
    return [...(isPlain ? [value] : []), ...quoted][this.#choose(this.#often(8) ? 3 : 1)] ?? '';
  }
}
