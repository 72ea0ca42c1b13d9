import type { BranchingNode, BranchNode, Node, Pipeline, Tag, WriteNode } from './ast.ts';
import type { Changed } from './changes.ts';
import { Expressions, type Services } from './expressions.ts';
import { Failure } from './failure.ts';
import type { Frame } from './frame.ts';
import { holeAt } from './function.ts';
import { printed } from './go-format.ts';
import { hasJump, type Items, itemsOf } from './range-items.ts';
import { holdsLines, isAllUnknown, opening, type ResidueOptions, residue } from './residue.ts';
import type { Site } from './source.ts';
import { type SourcedText, TextBuilder } from './sourced-text.ts';
import { NIL, truth, type Value } from './value.ts';

/** How a block ended: `maybe` if a `break` or `continue` in it may be reached. */
type End = 'break' | 'continue' | 'maybe' | undefined;

interface BranchOutput {
  readonly text: SourcedText;
  readonly end: End;
}

/** What a template writes. */
export interface Output {
  readonly text: SourcedText;
  /** Whether branches remain in it whose conditions are unknown. */
  readonly hasBranches: boolean;
}

/**
 * Executes the nodes of one template. What is unknown remains in the output as it is written in the template: actions, and
 * branches around what is rendered in them.
 */
export class Walk {
  readonly #services: Services;
  readonly #frame: Frame;
  readonly #expressions: Expressions;
  readonly #output: TextBuilder;
  #hasBranches = false;

  /** `indentation` is that of the line in which the output begins; undefined if there is more before it. */
  constructor(services: Services, frame: Frame, indentation?: string) {
    this.#output = new TextBuilder(indentation);
    this.#services = services;
    this.#frame = frame;
    this.#expressions = new Expressions(services, frame);
  }

  run(nodes: readonly Node[], dot: Value): Output {
    this.#block(nodes, dot, false);
    return { text: this.#output.finish(), hasBranches: this.#hasBranches };
  }

  /** `isUncertain`: errors in it need not happen. */
  #block(nodes: readonly Node[], dot: Value, isUncertain: boolean): End {
    let result: End;
    for (const node of nodes) {
      this.#services.step();
      const end = this.#node(node, dot, isUncertain || result !== undefined);
      if (end === 'break' || end === 'continue') return result ?? end;
      result ??= end;
    }
    return result;
  }

  #node(node: Node, dot: Value, isUncertain: boolean): End {
    const { source, site } = this.#frame;
    switch (node.kind) {
      case 'text':
        this.#output.addExact(source, node.start, node.end, site);
        return undefined;
      case 'write':
        this.#write(node, dot, isUncertain);
        return undefined;
      case 'template':
        this.#template(node.name, node.pipeline, node.tag, dot, isUncertain);
        return undefined;
      case 'branching':
        return this.#services.nested(() => this.#frame.block(() => this.#branching(node, dot, isUncertain)));
      case 'broken':
        this.#residue(node.tag);
        return undefined;
      default:
        return node.kind;
    }
  }

  #write({ tag, pipeline }: WriteNode, dot: Value, isUncertain: boolean): void {
    const value = this.#evaluated(pipeline, dot, isUncertain);
    if (pipeline.variables.length > 0) return;
    const written = value && printed(value, { source: this.#frame.source, ...spanOf(tag) });
    if (written === undefined || isAllUnknown(written))
      this.#residue(tag, { withBlanks: holdsLines(this.#frame, tag) });
    else this.#output.add(written.writtenBy(this.#siteAt(tag)));
  }

  /** The value of a pipeline; undefined if it fails where this need not happen. */
  #evaluated(pipeline: Pipeline, dot: Value, isUncertain: boolean): Value | undefined {
    try {
      return this.#expressions.pipeline(pipeline, dot);
    } catch (error) {
      if (!(error instanceof Failure) || error.isBound || !isUncertain) throw error;
      const unknownValue = this.#frame.unknownAt(pipeline.start, pipeline.end);
      for (const name of pipeline.variables) {
        this.#expressions.setVariable(name, unknownValue, pipeline.isAssignment);
      }
      return undefined;
    }
  }

  #template(name: string, pipeline: Pipeline | undefined, tag: Tag, dot: Value, isUncertain: boolean): void {
    const place = { source: this.#frame.source, ...spanOf(tag) };
    try {
      const data = pipeline === undefined ? undefined : this.#expressions.pipeline(pipeline, dot);
      const included = this.#services.include(this.#frame, name, data ?? NIL, place);
      if (included.kind !== 'text' || isAllUnknown(included.value)) this.#residue(tag);
      else this.#output.add(included.value);
    } catch (error) {
      if (!(error instanceof Failure) || error.isBound || !isUncertain) throw error;
      this.#residue(tag);
    }
  }

  #branching(node: BranchingNode, dot: Value, isUncertain: boolean): End {
    for (const [i, branch] of node.branches.entries()) {
      if (branch.kind === 'else') return this.#block(branch.nodes, dot, isUncertain);
      if (branch.kind === 'range') return this.#range(node, branch, dot, isUncertain);
      const value = branch.pipeline && node.end && this.#evaluated(branch.pipeline, dot, isUncertain);
      const isTrue = value && truth(value);
      if (value === undefined || isTrue === undefined) {
        const end = this.#uncertain(node, i, value, dot);
        // A condition that fails ends the rendering, so that nothing behind it is reached.
        return value === undefined && isUncertain ? undefined : end;
      }
      if (isTrue) return this.#block(branch.nodes, branch.kind === 'with' ? value : dot, isUncertain);
    }
    return undefined;
  }

  /**
   * Leaves the branches from one with an unknown condition on in the output, each with what is rendered in it. `value` is that
   * of the condition.
   */
  #uncertain(node: BranchingNode, from: number, value: Value | undefined, dot: Value): End {
    const { length: before, indentation } = this.#output;
    const outputs: (BranchOutput & { readonly branch: BranchNode })[] = [];
    const changed: Changed[] = [];
    let isLast = false;
    for (const [i, branch] of node.branches.slice(from).entries()) {
      const condition = i === 0 ? value : this.#condition(branch, dot);
      const isTrue = branch.kind === 'else' ? true : condition && truth(condition);
      if (i > 0 && isTrue === false) continue;
      const own = condition ?? this.#frame.unknownAt(branch.tag.start, branch.tag.end);
      const rendered = this.#services.changes.aside(() =>
        this.#frame.block(() => this.#captured(branch, branch.kind === 'with' ? own : dot, indentation)),
      );
      outputs.push({ branch, ...rendered.result });
      changed.push(...rendered.changed);
      isLast = isTrue === true;
      if (isLast) break;
    }
    this.#forget(changed, node.branches[from]?.tag);
    const end: End = outputs.some((output) => output.end !== undefined) ? 'maybe' : undefined;
    // Branches that write nothing leave nothing.
    if (node.end !== undefined && outputs.every(({ text }) => text.length === 0) && end === undefined) return undefined;
    for (const [i, output] of outputs.entries()) {
      const isElse = isLast && i > 0 && i === outputs.length - 1;
      const instead = i === 0 ? opening(this.#frame, output.branch) : isElse ? '{{ else }}' : undefined;
      this.#residue(output.branch.tag, { instead, indentation });
      this.#output.add(output.text);
    }
    if (node.end !== undefined) this.#residue(node.end, { indentation });
    this.#hasBranches ||= this.#output.length > before;
    return end;
  }

  /** The value of a condition that may not be evaluated. */
  #condition({ pipeline, tag }: BranchNode, dot: Value): Value | undefined {
    if (pipeline === undefined) return undefined;
    const { result, changed } = this.#services.changes.aside(() => this.#evaluated(pipeline, dot, true));
    this.#forget(changed, tag);
    return result;
  }

  /** Makes what was changed unknown from a tag on. */
  #forget(changed: readonly Changed[], tag: Tag | undefined): void {
    if (tag === undefined || changed.length === 0) return;
    this.#services.changes.forget(changed, holeAt({ source: this.#frame.source, ...spanOf(tag) }));
  }

  /** What a branch writes that may not be rendered. `indentation` is that of the line in which its tag is. */
  #captured({ nodes, tag }: BranchNode, dot: Value, indentation: string | undefined): BranchOutput {
    const isOnNewLine = this.#frame.source.text.slice(tag.end, tag.trimEnd).includes('\n');
    const inner = new Walk(this.#services, this.#frame, isOnNewLine ? indentation : undefined);
    const end = inner.#block(nodes, dot, true);
    if (end === 'break' || end === 'continue') inner.#residue(tag, { withBlanks: false, instead: `{{ ${end} }}` });
    return { text: inner.#output.finish(), end };
  }

  #range(node: BranchingNode, branch: BranchNode, dot: Value, isUncertain: boolean): End {
    const { pipeline } = branch;
    if (pipeline === undefined || node.end === undefined) return this.#unknownRange(node, dot);
    let items: Items | undefined;
    try {
      const value = this.#expressions.pipeline(pipeline, dot, false);
      items = itemsOf(value, pipeline.variables.length > 1);
    } catch (error) {
      if (!(error instanceof Failure) || error.isBound || !isUncertain) throw error;
    }
    if (items === undefined) return this.#unknownRange(node, dot);
    if (items.length === 0) {
      const otherwise = node.branches.find(({ kind }) => kind === 'else');
      return otherwise && this.#block(otherwise.nodes, dot, isUncertain);
    }
    if (hasJump(branch.nodes) && this.#mayEnd(branch, items)) return this.#unknownRange(node, dot);
    this.#items(branch, items, isUncertain);
    return undefined;
  }

  /** Renders the body of `range` for its items; returns whether it may end at an unknown item. */
  #items(branch: BranchNode, items: Items, isUncertain: boolean): boolean {
    this.#services.step(items.length);
    for (const [key, item] of items) {
      const end = this.#frame.block(() => {
        if (branch.pipeline !== undefined) this.#setItem(branch.pipeline, key, item);
        return this.#block(branch.nodes, item, isUncertain);
      });
      if (end === 'break') break;
      if (end === 'maybe') return true;
    }
    return false;
  }

  /** Whether `break` or `continue` in the body of `range` depends on an unknown value. */
  #mayEnd(branch: BranchNode, items: Items): boolean {
    const trial = new Walk(this.#services, this.#frame);
    return this.#services.changes.aside(() => trial.#items(branch, items, true)).result;
  }

  #setItem({ variables, isAssignment }: Pipeline, key: Value, item: Value): void {
    const [first, second] = variables;
    if (first === undefined) return;
    if (second !== undefined) this.#expressions.setVariable(second, item, isAssignment);
    this.#expressions.setVariable(first, second === undefined ? item : key, isAssignment);
  }

  /** The body of a `range` over unknown items remains in the output, as it is rendered for an unknown item. */
  #unknownRange(node: BranchingNode, dot: Value): End {
    const [body, otherwise] = node.branches;
    if (body === undefined) return undefined;
    const { indentation } = this.#output;
    const render = () =>
      this.#services.changes.aside(() =>
        this.#frame.block(() => {
          const item = this.#frame.unknownAt(body.tag.start, body.tag.end);
          if (body.pipeline !== undefined) this.#setItem(body.pipeline, item, item);
          return this.#captured(body, item, indentation);
        }),
      );
    // What an item changes is unknown to the next. Each time, this can only become more.
    let rendered = render();
    for (let count = 0; count < rendered.changed.length; ) {
      count = rendered.changed.length;
      this.#forget(rendered.changed, body.tag);
      rendered = render();
    }
    this.#residue(body.tag, { indentation });
    this.#output.add(rendered.result.text);
    if (otherwise !== undefined) {
      const other = this.#services.changes.aside(() => this.#captured(otherwise, dot, indentation));
      this.#forget(other.changed, otherwise.tag);
      this.#residue(otherwise.tag, { indentation });
      this.#output.add(other.result.text);
    }
    if (node.end !== undefined) this.#residue(node.end, { indentation });
    this.#hasBranches = true;
    return undefined;
  }

  /** Leaves an action in the output. */
  #residue(tag: Tag, options: ResidueOptions = {}): void {
    const { source, site } = this.#frame;
    const text = residue(source.text, tag, this.#output.indentation, options);
    this.#output.addHole(text, { source, ...spanOf(tag) }, site);
  }

  #siteAt(tag: Tag): Site {
    return { place: { source: this.#frame.source, ...spanOf(tag) }, includedBy: this.#frame.site };
  }
}

function spanOf({ start, end }: Tag): { readonly start: number; readonly end: number } {
  return { start, end };
}
