import fc from 'fast-check';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';

/** An edit of a user: its kind, and numbers that determine its place. */
export interface Edit {
  readonly kind: keyof typeof KINDS;
  readonly at: number;
  readonly length: number;
  readonly to: number;
  readonly text: string;
}

/** Texts that users type and paste; half of them are not valid YAML. */
const FRAGMENTS = [
  ...[' ', '  ', '\n', '\r\n', '\r', '\t', '-', '- ', ':', ': ', '"', "'", '[', ']', '{', '}', '#', ' # x', '|', '>'],
  ...['&a', '*a', '<<: *a', '---\n', '\n---\n', '...\n', '{{', '{{ .Values.x }}', '}}', '{{- if .Values.y }}\n', '\\'],
  ...['!!str ', '%', '\ufeff', '\u2028', '😀', 'é', 'null', 'windows', 'linux', 'true', '1', 'kind: Pod', 'os:\n'],
  ...[
    '  hostPID: true\n',
    '  nodeSelector:\n    kubernetes.io/os: windows\n',
    'os: { name: windows }',
    'runAsUser: 0\n',
  ],
  ...['# kubewin: allow pod/host-pid\n', '# kubewin: ', 'securityContext:', 'image: nginx', '- name: a\n'],
];

/** Replaces a part of the current text. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Spot {
  readonly before: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Any offset. */
  readonly to: number;
  readonly other: string;
  /** The text before the last edit. */
  readonly earlier: string;
}

/** A sequence of splices. */
const KINDS = {
  insert: ({ start, text }) => [{ start, end: start, text }],
  replace: ({ start, end, text }) => [{ start, end, text }],
  delete: ({ start, end }) => [{ start, end, text: '' }],
  type: ({ start, text }) =>
    text.split('').map((character, i) => {
      return { start: start + i, end: start + i, text: character };
    }),
  'cut the line off': ({ before, start }) => [{ start, end: lineEnd(before, start), text: '' }],
  'copy lines': ({ before, start, end }) => {
    const at = lineStart(before, start);
    return [{ start: at, end: at, text: before.slice(at, nextLine(before, end)) }];
  },
  'move lines': ({ before, start, end, to }) => {
    const lines = { start: lineStart(before, start), end: nextLine(before, end) };
    const rest = before.slice(0, lines.start) + before.slice(lines.end);
    const at = lineStart(rest, Math.min(to, rest.length));
    return [
      { ...lines, text: '' },
      { start: at, end: at, text: before.slice(lines.start, lines.end) },
    ];
  },
  'paste a file': ({ before, start, other }) => {
    const at = lineStart(before, start);
    return [{ start: at, end: at, text: `---\n${other}\n---\n` }];
  },
  'change line ends': ({ before }) => {
    const text = before.includes('\r') ? before.replaceAll('\r\n', '\n') : before.replaceAll('\n', '\r\n');
    return [{ start: 0, end: before.length, text }];
  },
  'use tabs': ({ before, start, end }) => [{ start, end, text: before.slice(start, end).replaceAll('  ', '\t') }],
  indent: ({ before, start, end }) => {
    const at = lineStart(before, start);
    return [{ start: at, end, text: before.slice(at, end).replace(/^/gm, '  ') }];
  },
  undo: ({ before, earlier }) => {
    let same = 0;
    while (same < before.length && before[same] === earlier[same]) same++;
    const start = besides(before, same);
    return [{ start, end: before.length, text: earlier.slice(start) }];
  },
} satisfies Record<string, (spot: Spot) => readonly Splice[]>;

/** Larger than any text: places are distributed over it. */
const FAR = 2 ** 20;

export const EDIT: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
  at: fc.nat(FAR),
  length: fc.nat(80),
  to: fc.nat(FAR),
  text: fc.constantFrom(...FRAGMENTS),
});

/** The change notification of an edit, and the text after it. */
export function edited(
  before: string,
  { kind, at, length, to, text }: Edit,
  other: string,
  earlier: string,
): { readonly text: string; readonly changes: readonly TextDocumentContentChangeEvent[] } {
  const place = (offset: number) => besides(before, Math.floor((offset / (FAR + 1)) * (before.length + 1)));
  const start = place(at);
  const end = besides(before, Math.min(start + length, before.length));
  let current = before;
  const changes = KINDS[kind]({ before, start, end, text, to: place(to), other, earlier }).map((splice) => {
    const range = { start: positionAt(current, splice.start), end: positionAt(current, splice.end) };
    current = current.slice(0, splice.start) + splice.text + current.slice(splice.end);
    return { range, text: splice.text };
  });
  return { text: current, changes };
}

/** An offset that is not between CR and LF, where there is no position. */
function besides(text: string, offset: number): number {
  return text[offset - 1] === '\r' && text[offset] === '\n' ? offset - 1 : offset;
}

/** Computed in another way than in the server. */
function positionAt(text: string, offset: number): { readonly line: number; readonly character: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : besides(text, end);
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
