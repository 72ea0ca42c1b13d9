import type { BranchNode, Node, SyntaxFault, Tag, TaggedDefinition, Template } from './ast.ts';
import { MAX_NESTED_BRANCHES } from './bounds.ts';
import { type ActionText, blanksBefore, blanksBehind, readAction } from './lexer.ts';
import { PipelineFault, PipelineParser } from './parse-pipeline.ts';
import type { Source } from './source.ts';

/**
 * Parses a template of Go. Never fails: an action that Go rejects is a broken node, and all around it is read. A branch
 * that is not closed ends with the text, and `else` and `end` without a branch are broken nodes.
 */
export function parseTemplate(source: Source): Template {
  const builder = new TreeBuilder(source);
  const { text } = source;
  let at = 0;
  for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', at)) {
    const action = readAction(text, start);
    const trimStart = action.trimsLeft ? blanksBefore(text, at, start) : start;
    const trimEnd = action.trimsRight ? blanksBehind(text, action.end) : action.end;
    builder.addText(at, trimStart);
    builder.addAction(action, { start, end: action.end, trimStart, trimEnd });
    at = trimEnd;
  }
  builder.addText(at, text.length);
  return builder.finish();
}

/** A branching node or definition whose `end` was not read yet. */
interface OpenNode {
  readonly kind: 'if' | 'with' | 'range' | 'define' | 'block';
  readonly branches: OpenBranch[];
  /** The name of a definition. */
  readonly name: string;
}

interface OpenBranch extends BranchNode {
  readonly nodes: Node[];
}

class TreeBuilder {
  readonly #source: Source;
  readonly #root: Node[] = [];
  readonly #open: OpenNode[] = [];
  readonly #definitions = new Map<string, TaggedDefinition>();
  readonly #faults: SyntaxFault[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  get #nodes(): Node[] {
    return this.#open.at(-1)?.branches.at(-1)?.nodes ?? this.#root;
  }

  addText(start: number, end: number): void {
    if (start < end) this.#nodes.push({ kind: 'text', start, end });
  }

  addAction({ tokens, isComment, fault }: ActionText, tag: Tag): void {
    if (isComment) return;
    const parser = new PipelineParser(tokens, tag.end);
    const keyword = parser.word(...KEYWORDS);
    try {
      if (fault !== undefined) throw new PipelineFault(fault);
      this.#add(keyword, parser, tag);
    } catch (error) {
      if (!(error instanceof PipelineFault)) throw error;
      this.#addBroken(keyword, tag, error.message);
    }
  }

  finish(): Template {
    for (const { branches } of this.#open) {
      const [first] = branches;
      if (first !== undefined) this.#fault(first.tag, 'unexpected EOF: missing end');
    }
    while (this.#open.length > 0) this.#close(undefined);
    return { source: this.#source, nodes: this.#root, definitions: this.#definitions, faults: this.#faults };
  }

  #add(keyword: string | undefined, parser: PipelineParser, tag: Tag): void {
    switch (keyword) {
      case undefined:
        this.#nodes.push({ kind: 'write', tag, pipeline: parser.pipeline() });
        break;
      case 'if':
      case 'with':
      case 'range':
        this.#openBranch({ kind: keyword, tag, pipeline: parser.pipeline(keyword === 'range'), nodes: [] });
        break;
      case 'else':
        this.#else(parser, tag);
        break;
      case 'end':
        parser.end();
        if (this.#open.length === 0) throw new PipelineFault('unexpected {{end}}');
        this.#close(tag);
        break;
      case 'define':
      case 'block':
        this.#define(keyword, parser, tag);
        break;
      case 'template': {
        const name = parser.templateName();
        const pipeline = parser.isAtEnd ? undefined : parser.pipeline();
        this.#nodes.push({ kind: 'template', tag, name, pipeline });
        break;
      }
      case 'break':
      case 'continue':
        parser.end();
        if (!this.#open.some(({ kind }) => kind === 'range')) {
          throw new PipelineFault(`{{${keyword}}} outside {{range}}`);
        }
        this.#nodes.push({ kind: keyword, tag });
        break;
    }
  }

  #openBranch(branch: OpenBranch): void {
    if (this.#open.length >= MAX_NESTED_BRANCHES) throw new PipelineFault('branches are nested too deeply');
    if (branch.kind !== 'else') this.#open.push({ kind: branch.kind, branches: [branch], name: '' });
  }

  #else(parser: PipelineParser, tag: Tag): void {
    const open = this.#open.at(-1);
    const last = open?.branches.at(-1);
    if (open === undefined || last === undefined || open.kind === 'define' || open.kind === 'block') {
      throw new PipelineFault('unexpected {{else}}');
    }
    if (last.kind === 'else') throw new PipelineFault('expected end; found {{else}}');
    // `else if` follows `if`, and `else with` follows `with`. Other keywords are errors of the pipeline.
    const kind = open.kind === 'range' ? undefined : parser.word(open.kind);
    const pipeline = kind === undefined ? undefined : parser.pipeline();
    parser.end();
    open.branches.push({ kind: kind === undefined ? 'else' : open.kind, tag, pipeline, nodes: [] });
  }

  #define(kind: 'define' | 'block', parser: PipelineParser, tag: Tag): void {
    const name = parser.templateName();
    if (kind === 'define') {
      parser.end();
      if (this.#open.length > 0) this.#fault(tag, 'unexpected {{define}}');
    } else this.#nodes.push({ kind: 'template', tag, name, pipeline: parser.pipeline() });
    this.#open.push({ kind, name, branches: [{ kind: 'else', tag, pipeline: undefined, nodes: [] }] });
  }

  /** Ends the innermost node that is open. */
  #close(end: Tag | undefined): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    if (open.kind === 'define' || open.kind === 'block') {
      const [body] = open.branches;
      // Go keeps a definition if one without content follows.
      if (body !== undefined && (!isEmpty(body.nodes, this.#source) || !this.#definitions.has(open.name))) {
        const { tag, nodes } = body;
        this.#definitions.set(open.name, { name: open.name, source: this.#source, tag, nodes });
      }
    } else this.#nodes.push({ kind: 'branching', branches: open.branches, end });
  }

  /** A broken action. If it opens or continues a branch, the branch is there, and its condition is unknown. */
  #addBroken(keyword: string | undefined, tag: Tag, message: string): void {
    this.#fault(tag, message);
    const open = this.#open.at(-1);
    if ((keyword === 'if' || keyword === 'with' || keyword === 'range') && this.#open.length < MAX_NESTED_BRANCHES) {
      this.#openBranch({ kind: keyword, tag, pipeline: undefined, nodes: [] });
    } else if (keyword === 'else' && (open?.kind === 'if' || open?.kind === 'with' || open?.kind === 'range')) {
      open.branches.push({ kind: open.kind, tag, pipeline: undefined, nodes: [] });
    } else if (keyword === 'define' || keyword === 'block') {
      // A definition without a name that anything could include.
      this.#open.push({ kind: 'define', name: '', branches: [{ kind: 'else', tag, pipeline: undefined, nodes: [] }] });
    } else this.#nodes.push({ kind: 'broken', tag });
  }

  #fault({ start, end }: Tag, message: string): void {
    this.#faults.push({ start, end, message });
  }
}

const KEYWORDS = ['if', 'with', 'range', 'else', 'end', 'define', 'block', 'template', 'break', 'continue'];

/** Whether a definition has no content: as `parse.IsEmptyTree`. */
export function isEmpty(nodes: readonly Node[], { text }: Source): boolean {
  return nodes.every((node) => node.kind === 'text' && text.slice(node.start, node.end).trim() === '');
}
