import { objects } from '../../kubernetes/object.ts';
import { comments } from '../../yaml/read/comments.ts';
import { parse } from '../../yaml/read/document.ts';
import { startOfLine } from '../../yaml/read/lines.ts';
import { MAX_LENGTH } from '../directives/directive.ts';
import type { Finding } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { ruleNames } from '../settings/rule-names.ts';
import type { Completion } from './completion.ts';

/** Completions at an offset in a `kubewin:` comment; undefined if the offset is not in one. */
export function completeDirective(
  { text, isItem, findings }: TypedComment,
  offset: number,
  rules: readonly Pick<Rule, 'id' | 'code' | 'formerIds' | 'title'>[],
): Completion[] | undefined {
  const lineStart = Math.max(startOfLine(text, offset), offset - MAX_LENGTH);
  const line = text.slice(lineStart, offset);
  const start = line.lastIndexOf('kubewin:');
  const hash = line.lastIndexOf('#', start);
  if (start === -1 || hash === -1 || line.slice(hash + 1, start).trim() !== '') return undefined;
  const [, word = '', list = ''] = /^ *(allow|allow-file) (.*)$/.exec(line.slice(start + 'kubewin:'.length)) ?? [];
  if (word === '' || list.includes('--')) return [];
  const document = parse(text, isItem);
  if (objects(document).length === 0) return [];
  const comment = comments(document).find((candidate) => candidate.start === lineStart + hash);
  if (comment === undefined) return undefined;
  const written = list.split(/[ ,]/);
  const typed = written.at(-1) ?? '';
  const wordEnd = /^[\w/-]*/.exec(text.slice(offset, offset + MAX_LENGTH))?.[0].length ?? 0;
  const at = { start: offset - typed.length, end: offset + wordEnd };
  const found = findings();
  const from = comment.alone ? text.indexOf('\n', offset) + 1 : lineStart;
  const end = text.indexOf('\n', from);
  const isOnLine = (at: Finding['at']) => from <= at.start && (end === -1 || at.start < end);
  const rankOf = (id: string) => {
    const own = found.filter(({ rule }) => rule === id);
    return own.some(({ at }) => isOnLine(at)) ? 0 : own.length > 0 ? 1 : 2;
  };
  const ranks = new Map(rules.map(({ id }) => [id, rankOf(id)]));
  const { idOf } = ruleNames(rules);
  const others = written.slice(0, -1).map(idOf);
  return rules
    .filter(({ id }) => !others.includes(id))
    .toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
    .map(({ id, code, title }) => {
      return { at, text: id, label: id, code, filter: `${id} ${code}`, detail: title, kind: 'rule' };
    });
}

interface TypedComment {
  readonly text: string;
  readonly isItem: boolean;
  readonly findings: () => readonly Pick<Finding, 'rule' | 'at'>[];
}
