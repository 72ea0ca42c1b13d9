import type { Span } from '../text/span.ts';
import type { BranchNode, Command, FieldName, Node, Operand, Pipeline, Tag, Template } from './ast.ts';
import { MAX_VALUE_DEPTH } from './bounds.ts';
import { readAction } from './lexer.ts';

/** A place in a template that names a value or another template. */
export type Use = ValueUse | TemplateUse;

/** A field of `.Values`, or a variable or dot that stands for one. The span is that of the last name of the path. */
export interface ValueUse extends Span {
  readonly kind: 'value';
  /** Below `.Values`; not empty. */
  readonly path: readonly string[];
  /** Whether the expression ends here, so that it is the value with all that is in it. */
  readonly isWhole: boolean;
}

/** The name of a template in `include`, `template`, `block` or `define`, without its quotation marks. */
export interface TemplateUse extends Span {
  readonly kind: 'template';
  readonly name: string;
  readonly isDefinition: boolean;
}

/** What a template uses. A value is left out where it depends on the execution which one it is, as in `range`. */
export function usesIn(template: Template): readonly Use[] {
  return new UseFinder(template).find();
}

/** Where a value is, from the dot with which the template is executed; undefined if unknown. */
type Path = readonly string[] | undefined;

class UseFinder {
  readonly #template: Template;
  readonly #uses: Use[] = [];
  readonly #variables: { readonly name: string; readonly path: Path }[] = [];
  /** Variables that get other values later. */
  readonly #assigned: ReadonlySet<string>;

  constructor(template: Template) {
    this.#template = template;
    this.#assigned = new Set([...template.source.text.matchAll(/(\$\w+)[\t\n\r ]*=/g)].map(([, name = '']) => name));
  }

  find(): readonly Use[] {
    this.#nodes(this.#template.nodes, []);
    for (const { name, tag, nodes } of this.#template.definitions.values()) {
      this.#addTemplate(this.#nameIn(tag), name, true);
      this.#nodes(nodes, []);
    }
    return this.#uses;
  }

  #nodes(nodes: readonly Node[], dot: Path): void {
    const { length } = this.#variables;
    for (const node of nodes) {
      if (node.kind === 'write') this.#pipeline(node.pipeline, dot);
      else if (node.kind === 'template') {
        this.#addTemplate(this.#nameIn(node.tag), node.name, false);
        if (node.pipeline !== undefined) this.#pipeline(node.pipeline, dot);
      } else if (node.kind === 'branching') this.#branches(node.branches, dot);
    }
    this.#variables.length = length;
  }

  #branches(branches: readonly BranchNode[], dot: Path): void {
    const { length } = this.#variables;
    for (const { kind, pipeline, nodes } of branches) {
      const path = pipeline && this.#pipeline(pipeline, dot, kind === 'range');
      this.#nodes(nodes, kind === 'with' ? path : kind === 'range' ? undefined : dot);
    }
    this.#variables.length = length;
  }

  #pipeline({ variables, isAssignment, commands }: Pipeline, dot: Path, isRange = false): Path {
    const paths = commands.map((command) => this.#command(command, dot));
    const path = paths.length === 1 ? paths[0] : undefined;
    for (const name of isAssignment ? [] : variables) {
      this.#variables.push({ name, path: isRange || this.#assigned.has(name) ? undefined : path });
    }
    return path;
  }

  #command({ operands }: Command, dot: Path): Path {
    const paths = operands.map((operand) => this.#operand(operand, dot));
    const [first, second, ...keys] = operands;
    if (first?.kind !== 'function') return paths.length === 1 ? paths[0] : undefined;
    if (first.name === 'include' && second?.kind === 'string') this.#addTemplate(second, second.text, false);
    if (first.name !== 'index') return undefined;
    const names = keys.flatMap((key) => (key.kind === 'string' ? { ...unquoted(key), name: key.text } : []));
    return names.length === keys.length ? this.#fields(paths[1], names) : undefined;
  }

  #operand(operand: Operand, dot: Path): Path {
    switch (operand.kind) {
      case 'dot':
        return this.#whole(dot, operand);
      case 'field':
        return this.#fields(dot, operand.fields);
      case 'variable': {
        const isRoot = operand.name === '$';
        const path = isRoot ? [] : this.#variables.findLast(({ name }) => name === operand.name)?.path;
        return operand.fields.length === 0 ? this.#whole(path, operand) : this.#fields(path, operand.fields);
      }
      case 'chain':
        return this.#fields(this.#operand(operand.of, dot), operand.fields);
      case 'pipeline':
        return this.#pipeline(operand.pipeline, dot);
      default:
        return undefined;
    }
  }

  #whole(path: Path, { start, end }: Span): Path {
    const [root, ...below] = path ?? [];
    if (root === VALUES && below.length > 0) this.#uses.push({ kind: 'value', start, end, path: below, isWhole: true });
    return path;
  }

  #fields(of: Path, fields: readonly FieldName[]): Path {
    if (of === undefined || of.length + fields.length > MAX_VALUE_DEPTH) return undefined;
    let path = of;
    for (const { name, start, end } of fields) {
      path = [...path, name];
      const [root, ...below] = path;
      const isWhole = end === fields.at(-1)?.end;
      if (root === VALUES && below.length > 0) this.#uses.push({ kind: 'value', start, end, path: below, isWhole });
    }
    return path;
  }

  #addTemplate(quoted: Span | undefined, name: string, isDefinition: boolean): void {
    if (quoted !== undefined) this.#uses.push({ kind: 'template', ...unquoted(quoted), name, isDefinition });
  }

  /** The first string of an action. */
  #nameIn({ start }: Tag): Span | undefined {
    return readAction(this.#template.source.text, start).tokens.find(({ kind }) => kind === 'string');
  }
}

const VALUES = 'Values';

function unquoted({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}
