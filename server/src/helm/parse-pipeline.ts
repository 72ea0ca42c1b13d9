import type { Command, FieldName, Operand, Pipeline } from './ast.ts';
import { MAX_PARENTHESES } from './bounds.ts';
import { characterCode, parseNumber, unquoted } from './go-literals.ts';
import type { Token, TokenKind } from './lexer.ts';

/** What Go rejects in a pipeline. */
export class PipelineFault extends Error {}

/** Reads the tokens of one action, as `text/template/parse/parse.go` does. Throws `PipelineFault`. */
export class PipelineParser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #index = 0;
  #depth = 0;

  /** `end` is the offset behind the last token. */
  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#next === undefined;
  }

  /** The word at the current token, such as a keyword; it is consumed if it is one of those wanted. */
  word(...wanted: readonly string[]): string | undefined {
    const token = this.#next;
    if (token?.kind !== 'word' || !wanted.includes(token.text)) return undefined;
    this.#index++;
    return token.text;
  }

  /** The name of a template: a string. */
  templateName(): string {
    const token = this.#take('string');
    const name = token && unquoted(token.text);
    if (name === undefined) throw new PipelineFault('expected the name of a template');
    return name;
  }

  /** The pipeline up to the end of the action. `isRange` allows two variables. */
  pipeline(isRange = false): Pipeline {
    const pipeline = this.#pipeline(isRange);
    if (!this.isAtEnd) throw new PipelineFault(`unexpected "${this.#next?.text}"`);
    return pipeline;
  }

  end(): void {
    if (!this.isAtEnd) throw new PipelineFault(`unexpected "${this.#next?.text}"`);
  }

  #pipeline(isRange: boolean): Pipeline {
    const start = this.#next?.start ?? this.#end;
    const { variables, isAssignment } = this.#declaration(isRange);
    const commands: Command[] = [];
    do {
      commands.push(this.#command(commands.length === 0));
    } while (this.#take('pipe') !== undefined);
    return { start, end: commands.at(-1)?.end ?? start, variables, isAssignment, commands };
  }

  /** The variables that a pipeline sets: `$a :=`, `$a =` or `$i, $a :=`. */
  #declaration(isRange: boolean): Pick<Pipeline, 'variables' | 'isAssignment'> {
    const before = this.#index;
    const variables: string[] = [];
    for (let variable = this.#take('variable'); variable !== undefined; variable = this.#take('variable')) {
      variables.push(variable.text);
      const sign = this.#take('declare') ?? this.#take('assign');
      if (sign !== undefined) return { variables, isAssignment: sign.kind === 'assign' };
      if (this.#take('comma') === undefined) break;
      if (!isRange || variables.length > 1) throw new PipelineFault('too many declarations');
    }
    if (variables.length > 1) throw new PipelineFault('range can only initialize variables');
    this.#index = before;
    return { variables: [], isAssignment: false };
  }

  #command(isFirst: boolean): Command {
    const operands: Operand[] = [];
    do {
      const operand = this.#operand();
      if (operand === undefined) break;
      operands.push(operand);
    } while (this.#next?.isSpaced === true);
    const [first] = operands;
    if (first === undefined) throw new PipelineFault('missing value or empty command');
    const next = this.#next;
    if (next !== undefined && next.kind !== 'pipe' && next.kind !== 'close') {
      throw new PipelineFault(`unexpected "${next.text}" in operand`);
    }
    if (!isFirst && ['boolean', 'dot', 'nil', 'number', 'string'].includes(first.kind)) {
      throw new PipelineFault('non executable command in pipeline');
    }
    return { start: first.start, end: operands.at(-1)?.end ?? first.end, operands };
  }

  #operand(): Operand | undefined {
    const term = this.#term();
    if (term === undefined) return undefined;
    const fields: FieldName[] = [];
    while (this.#next?.kind === 'field' && !this.#next.isSpaced) {
      fields.push(nameOf(this.#next));
      this.#index++;
    }
    const last = fields.at(-1);
    if (last === undefined) return term;
    const { start } = term;
    const { end } = last;
    switch (term.kind) {
      case 'field':
      case 'variable':
        return { ...term, end, fields: [...term.fields, ...fields] };
      case 'function':
      case 'pipeline':
        return { kind: 'chain', start, end, of: term, fields };
      default:
        throw new PipelineFault('unexpected . after term');
    }
  }

  #term(): Operand | undefined {
    const token = this.#next;
    if (token === undefined) return undefined;
    const { kind, start, end, text } = token;
    this.#index++;
    switch (kind) {
      case 'word':
        if (text === 'true' || text === 'false') return { kind: 'boolean', start, end, value: text === 'true' };
        if (text === 'nil') return { kind: 'nil', start, end };
        if (KEYWORDS.includes(text)) throw new PipelineFault(`unexpected ${text}`);
        return { kind: 'function', start, end, name: text };
      case 'dot':
        return { kind: 'dot', start, end };
      case 'field':
        return { kind: 'field', start, end, fields: [nameOf(token)] };
      case 'variable':
        return { kind: 'variable', start, end, name: text, fields: [] };
      case 'string':
      case 'number':
      case 'character':
        return literal(token);
      case 'open':
        return this.#parenthesized(start);
      default:
        this.#index--;
        return undefined;
    }
  }

  #parenthesized(start: number): Operand {
    if (++this.#depth > MAX_PARENTHESES) throw new PipelineFault('max expression depth exceeded');
    const pipeline = this.#pipeline(false);
    const close = this.#take('close');
    if (close === undefined) throw new PipelineFault('unclosed left paren');
    this.#depth--;
    return { kind: 'pipeline', start, end: close.end, pipeline };
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#index];
  }

  #take(kind: TokenKind): Token | undefined {
    const token = this.#next;
    if (token?.kind !== kind) return undefined;
    this.#index++;
    return token;
  }
}

/** The keywords that cannot be used as functions. `break` and `continue` can outside of `range`, but no function has these names. */
const KEYWORDS = ['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'range', 'template', 'with'];

function nameOf({ start, end, text }: Token): FieldName {
  return { start: start + 1, end, name: text.slice(1) };
}

function literal({ kind, start, end, text }: Token): Operand {
  if (kind === 'string') {
    const value = unquoted(text);
    if (value === undefined) throw new PipelineFault('invalid string');
    return { kind: 'string', start, end, text: value, isExact: value === text.slice(1, -1) };
  }
  const number = kind === 'number' ? parseNumber(text) : undefined;
  const code = kind === 'character' ? characterCode(text) : undefined;
  if (code !== undefined) return { kind: 'number', start, end, value: code, isInteger: true, isSafe: true };
  if (number === undefined) throw new PipelineFault('illegal number syntax');
  return { kind: 'number', start, end, ...number };
}
