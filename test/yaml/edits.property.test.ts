import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, isSeq, parseDocument, type Scalar } from 'yaml';
import type { Change, Value } from '../../server/src/yaml/edit/change.ts';
import { EMPTIED_PARENTS } from '../../server/src/yaml/edit/change.ts';
import { editsFor, editsInWhole } from '../../server/src/yaml/edit/edits.ts';
import { excerptsFor } from '../../server/src/yaml/edit/excerpt.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { type FieldPath, startsWith } from '../../server/src/yaml/read/path.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { compared, sharedManifests, sharedText } from '../shared.ts';
import { at, changed, type Data, read } from './data.ts';

// --- documents in random styles ---------------------------------------------------------------------------------------

interface Style {
  readonly flow: 'block' | 'flow' | 'long flow' | 'json' | 'long json';
  readonly step: 1 | 2 | 3 | 4 | 8;
  readonly flushLists: boolean;
  readonly lineBreak: '\n' | '\r\n';
  readonly openEnd: boolean;
  readonly start: '' | '---\n' | '\ufeff' | '# heading\n';
  readonly trailingComma: boolean;
}

interface Entry {
  readonly key: string;
  readonly quote: '' | '"' | "'";
  readonly above: boolean;
  readonly behind: boolean;
  readonly blank: boolean;
  readonly value: Tree;
}

type Tree =
  | { readonly kind: 'scalar'; readonly source: string }
  | { readonly kind: 'text'; readonly header: string; readonly lines: readonly string[] }
  | { readonly kind: 'map' | 'list'; readonly flow: boolean; readonly entries: readonly Entry[] };

const KEYS = [
  'spec',
  'containers',
  'securityContext',
  'windowsOptions',
  'nodeSelector',
  'kubernetes.io/os',
  'name',
  'image',
  'emptyDir',
  'env',
  'a b',
];
const SCALARS = ['1', '0.5', 'true', 'off', 'windows', "'C:\\x'", '"two words"', '"1"', 'null', '{}', '[]'];

const style: fc.Arbitrary<Style> = fc.record({
  flow: fc.constantFrom('block', 'block', 'block', 'flow', 'long flow', 'json', 'long json'),
  step: fc.constantFrom(1, 2, 3, 4, 8),
  flushLists: fc.boolean(),
  lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
  openEnd: fc.boolean(),
  start: fc.constantFrom('', '', '---\n', '\ufeff', '# heading\n'),
  trailingComma: fc.boolean(),
});

const often = fc.constantFrom(true, false, false, false);

const tree = fc.letrec<{ tree: Tree; map: Tree; list: Tree }>((tie) => {
  const entry = fc.record({
    key: fc.constantFrom(...KEYS),
    quote: fc.constantFrom<Entry['quote']>('', '', '', '"', "'"),
    above: often,
    behind: often,
    blank: often,
    value: tie('tree'),
  });
  const scalar = fc.record({ kind: fc.constant('scalar' as const), source: fc.constantFrom(...SCALARS) });
  const text = fc.record({
    kind: fc.constant('text' as const),
    header: fc.constantFrom('|', '|-', '|+', '>', '>-'),
    lines: fc
      .array(fc.constantFrom('one', 'two # no comment', '', '  - x: {'), { minLength: 1, maxLength: 4 })
      .filter((lines) => lines[0]?.[0] === 'o'),
  });
  return {
    tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, scalar, scalar, text, tie('map'), tie('map'), tie('list')),
    map: fc.record({
      kind: fc.constant('map' as const),
      flow: often,
      entries: fc.uniqueArray(entry, { selector: (pair) => pair.key, minLength: 1, maxLength: 5 }),
    }),
    list: fc.record({
      kind: fc.constant('list' as const),
      flow: often,
      entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
    }),
  };
});

/** Writes a tree as text. All comments are different, so that a lost one can be identified. */
function render(top: Tree, style: Style): string {
  let count = 0;
  const remark = (kind: string) => `# ${kind} ${++count}${kind === 'own' && count % 3 === 0 ? ' for these two' : ''}`;
  const json = style.flow.includes('json');
  const long = style.flow.startsWith('long');
  const scalar = (source: string) => {
    if (!json) return source;
    return /^['w]|off/.test(source) ? JSON.stringify(source.replaceAll("'", '')) : source;
  };

  const flow = (node: Tree, indent: string): string => {
    if (node.kind === 'scalar') return scalar(node.source);
    if (node.kind === 'text') return JSON.stringify(node.lines.join('\n'));
    const inner = indent + ' '.repeat(style.step);
    const parts = node.entries.map(({ key, quote, value }) => {
      const mark = json ? '"' : quote;
      return (node.kind === 'map' ? `${mark}${key}${mark}: ` : '') + flow(value, long ? inner : indent);
    });
    const [open, close] = node.kind === 'map' ? '{}' : '[]';
    const comma = style.trailingComma && !json ? ',' : '';
    if (!long) return open + parts.join(', ') + comma + close;
    const lines = parts.map((part, index) => {
      const { above, behind } = node.entries[index] ?? { above: false, behind: false };
      const isLast = index === parts.length - 1;
      const note = above && !json ? `${inner}${remark('own')}\n` : '';
      return `${note}${inner}${part}${isLast ? comma : ','}${behind && !json ? ` ${remark('behind')}` : ''}\n`;
    });
    return `${open}\n${lines.join('')}${indent}${close}`;
  };

  /** The lines of a non-empty block collection. */
  const block = (node: Tree & { kind: 'map' | 'list' }, isTop: boolean): string[] =>
    node.entries.flatMap(({ key, quote, above, behind, blank, value }, index) => {
      const lead = node.kind === 'map' ? `${quote}${key}${quote}:` : '-';
      const lines: string[] = [];
      if (blank && index > 0) lines.push('');
      if (above && (isTop || index > 0)) lines.push(remark('own'));
      const note = behind ? ` ${remark('behind')}` : '';
      const isBlock = value.kind !== 'scalar' && value.kind !== 'text' && !value.flow;
      if (value.kind === 'text') {
        const indent = ' '.repeat(style.step);
        lines.push(`${lead} ${value.header}${note}`, ...value.lines.map((line) => (line === '' ? '' : indent + line)));
      } else if (!isBlock) lines.push(`${lead} ${flow(value, '')}${note}`);
      else {
        const inner = block(value, false);
        if (node.kind === 'list')
          lines.push(...inner.map((line, at) => (at === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`)));
        else {
          const indent = ' '.repeat(value.kind === 'list' && style.flushLists ? 0 : style.step);
          lines.push(lead + note);
          if (above) lines.push(`${indent}${remark('own')}`);
          lines.push(...inner.map((line) => (line === '' ? '' : indent + line)));
        }
      }
      return lines;
    });

  const isBlock = style.flow === 'block' && (top.kind === 'map' || top.kind === 'list');
  const body = isBlock ? block(top, true).join('\n') : flow(top, '');
  const text = `${style.start}${body}${style.openEnd ? '' : '\n'}`;
  return text.replaceAll('\n', style.lineBreak);
}

const documents = fc
  .tuple(tree.map, style)
  .map(([top, style]) =>
    render(top, { ...style, ...(style.flow.includes('json') && style.start === '# heading\n' ? { start: '' } : {}) }),
  );

// --- changes and their results ----------------------------------------------------------------------------------------

/** All paths in the data. */
function paths(data: Data, path: FieldPath = []): FieldPath[] {
  if (data === null || typeof data !== 'object') return path.length === 0 ? [] : [path];
  const inner = Array.isArray(data)
    ? data.flatMap((item, index) => paths(item, [...path, index]))
    : Object.entries(data).flatMap(([key, item]) => paths(item, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

const VALUES: readonly Value[] = [
  'windows',
  'NT AUTHORITY\\SYSTEM',
  '10.0.20348',
  'yes',
  '1',
  "it's: #",
  7,
  true,
  {},
  [],
  { a: { b: 'c', d: 1 } },
  ['x', { y: ['z'] }],
];

/** A possible change to the data, chosen by numbers; undefined if there is none of this kind. */
function choose(data: Data, kind: Change['kind'], pick: number, value: Value, beside: number): Change | undefined {
  const all = paths(data);
  const from = (candidates: FieldPath[]) => candidates[pick % Math.max(candidates.length, 1)];
  const isMap = (path: FieldPath) => {
    const value = at(data, path);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  };
  if (kind === 'insert') {
    const path = from(
      [...all, []].filter(
        (path) =>
          (isMap(path) || (at(data, path) === null && path.length > 0)) &&
          !(path.length === 0 && Object.keys(data ?? {}).length === 0),
      ),
    );
    if (path === undefined) return undefined;
    const siblings = Object.keys(at(data, path) ?? {});
    const sibling = siblings[beside % Math.max(siblings.length, 1)];
    const place =
      beside % 4 === 0 || sibling === undefined ? 'first' : beside % 4 === 1 ? { before: sibling } : { after: sibling };
    const change = { kind, path: [...path, 'new', ...(pick % 2 === 0 ? ['inner'] : [])], value };
    return beside % 5 === 0 ? change : { ...change, place };
  }
  if (kind === 'append') {
    const path = from(all.filter((candidate) => Array.isArray(at(data, candidate)) || at(data, candidate) === null));
    return path && { kind, path, value };
  }
  if (kind === 'rename') {
    const path = from(all.filter((candidate) => typeof candidate.at(-1) === 'string'));
    return path && { kind, path, key: 'renamed' };
  }
  if (kind === 'move') {
    const path = from(all.filter((candidate) => typeof candidate.at(-1) === 'string' && at(data, candidate) !== null));
    if (path === undefined) return undefined;
    const others = [...all, []].filter((other) => isMap(other) && !startsWith(other, path));
    const to = others[beside % others.length];
    return to && { kind, path, to: [...to, 'moved', ...(pick % 2 === 0 ? ['inner'] : [])] };
  }
  const path = from(all);
  if (path === undefined) return undefined;
  if (kind === 'replace') return { kind, path, value };
  return kind === 'comment' ? { kind, path, at: 0, text: ' new' } : { kind, path };
}

const ownComments = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^\ufeff/, ''))
    .filter((line) => line.startsWith('# own') || line === '# heading');

/** The comments without those that are removed with entries, found line by line, independently of the edits. */
function ownCommentsLeft(text: string, changes: readonly Change[]): string[] {
  const data = read(text);
  const lines = text.split('\n').map((line) => line.replace(/^\ufeff|\r$/g, ''));
  const places = entryPlaces(text);
  const removed = new Set(changes.flatMap(({ kind, path }) => (kind === 'remove' ? [JSON.stringify(path)] : [])));
  const isGone = (path: FieldPath) => path.some((_, i) => removed.has(JSON.stringify(path.slice(0, i + 1))));
  for (const { path } of changes) {
    for (
      let parent = path.slice(0, -1);
      EMPTIED_PARENTS.includes(String(parent.at(-1)));
      parent = parent.slice(0, -1)
    ) {
      const keys = Object.keys(at(data, parent) ?? {});
      const isFilled = changes.some(({ kind, path }) => kind === 'insert' && startsWith(path, parent));
      if (!keys.every((key) => isGone([...parent, key])) || isFilled) break;
      removed.add(JSON.stringify(parent));
    }
  }
  const gone = places.flatMap(({ path, line, column }, index) => {
    if (index === 0 || !isGone(path) || lines[line]?.slice(0, column).trim() !== '') return [];
    const found: string[] = [];
    for (let above = line - 1; lines[above]?.slice(0, column).trim() === ''; above--) {
      const comment = lines[above]?.slice(column) ?? '';
      if (!comment.startsWith('# own')) break;
      found.unshift(comment);
    }
    const parent = JSON.stringify(path.slice(0, -1));
    const next = places.slice(index + 1).find((place) => JSON.stringify(place.path.slice(0, -1)) === parent);
    const isNear = next !== undefined && !/^\s*(?:# own.*)?$/.test(lines[next.line - 1] ?? '');
    return found.some((comment) => comment.endsWith('two')) && isNear && !isGone(next.path) ? [] : found;
  });
  return ownComments(text).filter((comment) => !gone.includes(comment));
}

/** The positions of the keys and items of a document, in the order of the text. */
function entryPlaces(text: string): { path: FieldPath; line: number; column: number }[] {
  const content = text.replace(/^\ufeff/, '');
  const found: { path: FieldPath; line: number; column: number }[] = [];
  const add = (path: FieldPath, offset: number) => {
    const before = content.slice(0, offset);
    found.push({ path, line: before.split('\n').length - 1, column: offset - before.lastIndexOf('\n') - 1 });
  };
  const walk = (node: unknown, path: FieldPath): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const inner = [...path, String((key as Scalar).value)];
        add(inner, (key as Scalar).range?.[0] ?? 0);
        walk(value, inner);
      }
    }
    if (isSeq(node)) {
      for (const [index, value] of node.items.entries()) {
        const start = (value as Scalar).range?.[0] ?? 0;
        add([...path, index], node.flow ? start : content.lastIndexOf('-', start - 1));
        walk(value, [...path, index]);
      }
    }
  };
  walk(parseDocument(content, { version: '1.1', uniqueKeys: false }).contents, []);
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const choice = fc.record({
  kind: fc.constantFrom<Change['kind']>('remove', 'remove', 'replace', 'insert', 'append', 'rename', 'comment', 'move'),
  pick: fc.nat(),
  value: fc.constantFrom(...VALUES),
  beside: fc.nat(),
});

test('edits in an excerpt are the same as in the whole document', () => {
  let inExcerpts = 0;
  fc.assert(
    fc.property(documents, fc.array(choice, { minLength: 1, maxLength: 3 }), (text, choices) => {
      const data = read(text);
      const changes = choices.flatMap(({ kind, pick, value, beside }) => choose(data, kind, pick, value, beside) ?? []);
      fc.pre(changes.length > 0);
      if (excerptsFor(parse(text), changes) !== undefined) inExcerpts++;
      expect(editsFor(parse(text), changes)).toEqual(editsInWhole(parse(text), changes));
    }),
    { numRuns: 400 },
  );
  expect(inExcerpts).toBeGreaterThan(15);
});

const ACTION_LINES = [
  '{{- if .Values.a }}',
  '{{- else }}',
  '{{- end }}',
  '{{ .Values.b }}',
  '{{- toYaml .Values.c | nindent 4 }}',
];

test('edits in an excerpt of a template are the same as in the whole document', () => {
  const action = fc.tuple(fc.nat(40), fc.constantFrom(...ACTION_LINES));
  let inExcerpts = 0;
  fc.assert(
    fc.property(
      documents,
      fc.array(choice, { minLength: 1, maxLength: 3 }),
      fc.array(action, { minLength: 1, maxLength: 4 }),
      (plain, choices, actions) => {
        const data = read(plain);
        const changes = choices.flatMap(
          ({ kind, pick, value, beside }) => choose(data, kind, pick, value, beside) ?? [],
        );
        fc.pre(changes.length > 0);
        const lines = plain.split('\n');
        for (const [at, line] of actions) lines.splice(at % lines.length, 0, line);
        const text = lines.join('\n');
        const plan = editsFor(parse(text), changes);
        if (plan.ok && excerptsFor(parse(text), changes) !== undefined) inExcerpts++;
        expect(plan).toEqual(editsInWhole(parse(text), changes));
      },
    ),
    { numRuns: 1_000 },
  );
  expect(inExcerpts).toBeGreaterThan(5);
});

test('makes exactly the change in documents of any style, keeps everything else, and does nothing the second time', () => {
  let refused = 0;
  fc.assert(
    fc.property(documents, choice, (text, { kind, pick, value, beside }) => {
      const data = read(text);
      const change = choose(data, kind, pick, value, beside);
      fc.pre(change !== undefined);
      const plan = editsFor(parse(text), [change]);
      if (!plan.ok) refused++;
      fc.pre(plan.ok);
      expect(read(plan.text)).toEqual(changed(data, change));
      const left = ownCommentsLeft(text, [change]);
      if (change.kind === 'move') expect(ownComments(plan.text).toSorted()).toEqual(left.toSorted());
      else expect(ownComments(plan.text)).toEqual(left);
      if (text.endsWith('\n')) expect(plan.text).toMatch(/\n$/);
      // The new end may be a blank line, or a block scalar that needs its line break.
      else if (!/\n\r?\n|[|>]/.test(text)) expect(plan.text).not.toMatch(/\n$/);
      expect(plan.text.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
      if (text.includes('\r\n')) expect(plan.text).not.toMatch(/[^\r]\n/);
      else expect(plan.text).not.toContain('\r');
      if (isJson(text)) expect(isJson(plan.text)).toBe(true);

      if (kind === 'comment' || kind === 'append' || typeof change.path.at(-1) === 'number') return;
      const again = editsFor(parse(plan.text), [change]);
      if (kind === 'replace') expect(again.ok && read(again.text)).toEqual(read(plan.text));
      else expect(again.ok).toBe(false);
    }),
    { numRuns: 200 },
  );
  // Most refusals are for comments in JSON.
  expect(refused).toBeLessThan(120);
});

/** The paths that a change is about. */
function placesOf(change: Change): FieldPath[] {
  return change.kind === 'move' ? [change.path, change.to] : [change.path];
}

test('changes together have the same result as one after the other, in any order', () => {
  fc.assert(
    fc.property(documents, fc.array(choice, { minLength: 2, maxLength: 6 }), (text, choices) => {
      const data = read(text);
      const changes: Change[] = [];
      for (const { kind, pick, value, beside } of choices) {
        const change = choose(data, kind, pick, value, beside);
        if (change === undefined || kind === 'comment') continue;
        // Additions in one place are written in the order of the changes.
        const isAdding = kind === 'insert' || kind === 'move';
        if (changes.some((other) => other.kind === 'move' && isAdding)) continue;
        if (kind === 'move' && changes.some((other) => other.kind === 'insert')) continue;
        const touched = changes.flatMap(placesOf);
        const overlaps = placesOf(change).some((own) =>
          touched.some((path) => startsWith(path, own) || startsWith(own, path)),
        );
        if (!overlaps) changes.push(change);
      }
      const plan = editsFor(parse(text), changes);
      expect(editsFor(parse(text), changes.toReversed())).toEqual(plan);
      fc.pre(plan.ok);
      // A removed list item shifts other paths: removals come after all other changes, and later items first.
      const all = paths(data).map((path) => JSON.stringify(path));
      const place = (change: Change) =>
        change.kind === 'remove' ? all.length - all.indexOf(JSON.stringify(change.path)) : 0;
      const inOrder = changes.toSorted((a, b) => place(a) - place(b));
      expect(read(plan.text)).toEqual(inOrder.reduce(changed, data));
      const left = ownCommentsLeft(text, changes);
      if (changes.some(({ kind }) => kind === 'move')) {
        expect(ownComments(plan.text).toSorted()).toEqual(left.toSorted());
      } else expect(ownComments(plan.text)).toEqual(left);
    }),
    { numRuns: 200 },
  );
});

test('keeps the comments after remaining entries', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (text, pick) => {
      const document = parse(text);
      const change = choose(read(text), 'remove', pick, '', 0);
      fc.pre(change !== undefined && !change.path.some((key) => EMPTIED_PARENTS.includes(String(key))));
      const gone = document.root?.at(...change.path)?.wholeSpan;
      const plan = editsFor(document, [change]);
      fc.pre(plan.ok && gone !== undefined);
      const lineEnd = text.indexOf('\n', gone.end);
      const remarks = (part: string) => part.match(/# behind \d+/g) ?? [];
      const before = remarks(text.slice(0, gone.start));
      const behind = lineEnd === -1 ? [] : remarks(text.slice(lineEnd));
      expect(remarks(plan.text)).toEqual(expect.arrayContaining([...before, ...behind]));
    }),
    { numRuns: 200 },
  );
});

test('changes no byte outside of the mapping or list around a change', () => {
  fc.assert(
    fc.property(documents, choice, (text, { kind, pick, value, beside }) => {
      const document = parse(text);
      const change = choose(read(text), kind, pick, value, beside);
      fc.pre(change !== undefined);
      const [first = [], ...others] = placesOf(change).map((path) => path.slice(0, -1));
      const apart = first.findIndex((key, i) => others.some((other) => other[i] !== key));
      let outer = apart === -1 ? first : first.slice(0, apart);
      // Insertions create missing mappings above them; removals also remove mappings that become empty.
      while (document.root?.at(...outer) === undefined || EMPTIED_PARENTS.includes(String(outer.at(-1)))) {
        outer = outer.slice(0, -1);
      }
      const span = document.root?.at(...outer)?.wholeSpan;
      const plan = editsFor(document, [change]);
      fc.pre(plan.ok && outer.length > 0 && span !== undefined);
      expect(plan.text.startsWith(text.slice(0, text.lastIndexOf('\n', span.start) + 1))).toBe(true);
      // Comments that were indented like removed entries get the outer indentation.
      const behind = text.slice(span.end).replace(/^.*\n?(?:[ \t]*(?:#.*)?\r?\n)*/, '');
      expect(plan.text.endsWith(behind)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('makes exact changes to real manifests and rarely refuses', () => {
  const files = ['corpus/windows', 'corpus/linux'].flatMap(sharedManifests).filter((_, index) => index % 2 === 0);
  const kinds = ['remove', 'replace', 'insert', 'append', 'rename', 'remove', 'comment', 'move'] as const;
  let [count, plain, refused] = [0, 0, 0];
  for (const [index, file] of files.entries()) {
    const text = sharedText(file);
    const all = slice(text).map(({ start, end }) => text.slice(start, end));
    // One document per file, and no large ones, because of the time that they take.
    const document = parse(all[index % Math.max(all.length, 1)] ?? '');
    if (document.errors.length > 0 || document.root === undefined || document.text.length > 20_000) continue;
    if (document.text.includes('{{')) continue;
    const data = read(document.text);
    for (const step of [1, 2]) {
      const pick = index * 7919 + step * 104_729;
      const value = VALUES[pick % VALUES.length] ?? '';
      const change = choose(data, kinds[(index + step) % kinds.length] ?? 'remove', pick, value, index + step);
      if (change === undefined) continue;
      const plan = editsFor(document, [change]);
      const isPlain = !/\$\{|^[ -]*[{[]|[ [][&*]\w/m.test(document.text);
      count++;
      if (isPlain) plain++;
      if (isPlain && !plan.ok) refused++;
      if (plan.ok) expect(read(plan.text), `${file} ${JSON.stringify(change)}`).toEqual(changed(data, change));
    }
  }
  compared(`changes to manifests, ${refused} of ${plain} in plain documents refused`, count);
  expect(refused).toBeLessThanOrEqual(plain * 0.02);
});
