import type { Span } from '../text/span.ts';
import type { Node, Template } from './ast.ts';

/** A branch of a template: the text between `if`, `with` or `range` and its `else` or `end`. */
export interface BranchAround extends Span {
  /** The pipeline of `if` or `with`; undefined for `else` and `range`. */
  readonly condition: string | undefined;
}

/** The branches around an offset of a template file, from the outermost to the innermost. */
export function branchesAround({ source, nodes, definitions }: Template, offset: number): readonly BranchAround[] {
  const bodies = [...definitions.values()].filter((own) => own.source === source).map((own) => own.nodes);
  return [nodes, ...bodies].flatMap((own) => around(own, offset, source.text));
}

function around(nodes: readonly Node[], offset: number, text: string): BranchAround[] {
  for (const node of nodes) {
    if (node.kind !== 'branching') continue;
    for (const [i, { kind, tag, pipeline, nodes: body }] of node.branches.entries()) {
      const end = node.branches[i + 1]?.tag.start ?? node.end?.start ?? text.length;
      if (offset < tag.end || offset >= end) continue;
      const isCondition = (kind === 'if' || kind === 'with') && pipeline !== undefined;
      const condition = isCondition ? text.slice(pipeline.start, pipeline.end) : undefined;
      return [{ start: tag.end, end, condition }, ...around(body, offset, text)];
    }
  }
  return [];
}
