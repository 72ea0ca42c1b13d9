import type { Span } from '../text/span.ts';
import type { Source } from './source.ts';

/** A parsed template file, or a text that `tpl` parses. */
export interface Template {
  readonly source: Source;
  readonly nodes: readonly Node[];
  /** The bodies of `define` and `block` by their names; of several with one name, the last that is not empty. */
  readonly definitions: ReadonlyMap<string, TaggedDefinition>;
  /** What the parser of Go would reject. */
  readonly faults: readonly SyntaxFault[];
}

export interface SyntaxFault extends Span {
  readonly message: string;
}

export interface Definition {
  readonly name: string;
  readonly source: Source;
  readonly nodes: readonly Node[];
}

export interface TaggedDefinition extends Definition {
  /** The tag of `define` or `block`. */
  readonly tag: Tag;
}

/** An action from `{{` to `}}`, with the blanks that its trim markers remove. */
export interface Tag extends Span {
  /** Where the blanks before it begin that it removes. */
  readonly trimStart: number;
  /** Where the blanks behind it end that it removes. */
  readonly trimEnd: number;
}

export type Node = TextNode | WriteNode | BranchingNode | TemplateNode | JumpNode | BrokenNode;

/** Literal text, without the blanks that actions beside it remove. */
export interface TextNode extends Span {
  readonly kind: 'text';
}

/** An action that writes a value, or sets a variable. */
export interface WriteNode {
  readonly kind: 'write';
  readonly tag: Tag;
  readonly pipeline: Pipeline;
}

/** `if`, `with` or `range` with its branches. */
export interface BranchingNode {
  readonly kind: 'branching';
  /** At least one; only the last can be an `else` without a pipeline. */
  readonly branches: readonly BranchNode[];
  /** The tag of `end`; undefined if there is none. */
  readonly end: Tag | undefined;
}

export interface BranchNode {
  readonly kind: 'if' | 'with' | 'range' | 'else';
  readonly tag: Tag;
  /** Undefined for `else`, and for a pipeline that cannot be read. */
  readonly pipeline: Pipeline | undefined;
  readonly nodes: readonly Node[];
}

/** `template`, or a `block` at its place. */
export interface TemplateNode {
  readonly kind: 'template';
  readonly tag: Tag;
  readonly name: string;
  readonly pipeline: Pipeline | undefined;
}

export interface JumpNode {
  readonly kind: 'break' | 'continue';
  readonly tag: Tag;
}

/** An action that cannot be read. */
export interface BrokenNode {
  readonly kind: 'broken';
  readonly tag: Tag;
}

export interface Pipeline extends Span {
  readonly variables: readonly string[];
  /** Whether the variables exist: `=` and not `:=`. */
  readonly isAssignment: boolean;
  /** At least one. */
  readonly commands: readonly Command[];
}

export interface Command extends Span {
  /** At least one: the function or value, and its arguments. */
  readonly operands: readonly Operand[];
}

export type Operand = Span &
  (
    | { readonly kind: 'dot' | 'nil' }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'number'; readonly value: number; readonly isInteger: boolean; readonly isSafe: boolean }
    /** `isExact`: the text is that between the quotes. */
    | { readonly kind: 'string'; readonly text: string; readonly isExact: boolean }
    | { readonly kind: 'function'; readonly name: string }
    | { readonly kind: 'field'; readonly fields: readonly FieldName[] }
    | { readonly kind: 'variable'; readonly name: string; readonly fields: readonly FieldName[] }
    | { readonly kind: 'chain'; readonly of: Operand; readonly fields: readonly FieldName[] }
    | { readonly kind: 'pipeline'; readonly pipeline: Pipeline }
  );

/** A name in `.a.b`, without its period. */
export interface FieldName extends Span {
  readonly name: string;
}
