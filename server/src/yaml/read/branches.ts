import type { Span } from '../../text/span.ts';
import { type Action, isBranching } from './actions.ts';

/** A branch of a template: the text between `if`, `with` or `range` and its `else` or `end`. */
export interface Branch extends Span {
  /** Whether it is the body of a `define`, which is rendered elsewhere. */
  readonly isDefinition: boolean;
  /** All branches of the same `if … else … end`, in order: at most one of them is rendered. */
  readonly choice: readonly Branch[];
  /** Whether it is an `else` without a condition: rendered if no branch before it is. */
  readonly isLast: boolean;
}

/** From an offset on, the innermost branch that the text belongs to. */
export interface BranchStart {
  readonly at: number;
  branch: Branch | undefined;
}

/** The offsets at which the innermost branch changes, in order. */
export function branchStarts(actions: readonly Action[]): BranchStart[] {
  const stack: OpenBranch[] = [];
  const starts: BranchStart[] = [{ at: 0, branch: undefined }];
  let outside = [...starts];
  for (const action of actions) {
    const { kind, start, end, isUnconditional } = action;
    if (!isBranching(action)) continue;
    const closed = kind === 'else' || kind === 'end' ? stack.pop() : undefined;
    if (closed !== undefined) closed.end = start;
    else if (kind === 'else' || kind === 'end') {
      // The branch was opened before the document began: all text outside of branches so far belongs to it.
      const branch = { start: 0, end: start, isDefinition: false, choice: [], isLast: false };
      for (const branchStart of outside) branchStart.branch = branch;
      outside = [];
    }
    const isDefinition = kind === 'define' || (closed ?? stack.at(-1))?.isDefinition === true;
    if (kind !== 'end') {
      const choice = closed?.choice ?? [];
      // If the choice began before the document, its first branches are unknown.
      const isKnown = kind === 'open' || choice.length > 0;
      const isLast = isUnconditional && isKnown;
      const branch: OpenBranch = { start: end, end: Number.POSITIVE_INFINITY, isDefinition, choice, isLast };
      if (isKnown) choice.push(branch);
      stack.push(branch);
    }
    const branchStart = { at: end, branch: stack.at(-1) };
    starts.push(branchStart);
    if (branchStart.branch === undefined) outside.push(branchStart);
  }
  return starts;
}

interface OpenBranch extends Branch {
  end: number;
  readonly choice: OpenBranch[];
}
