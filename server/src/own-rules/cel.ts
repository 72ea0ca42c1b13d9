import { type ASTNode, Environment, EvaluationError, type TypeCheckResult } from '@marcbachmann/cel-js';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import { addFunctions, compileRegex, MATCHES } from './functions.ts';
import { UnknownValue } from './value.ts';

/** How deep an expression can be nested. */
export const MAX_NESTING = 250;

/** A fault in an expression, at a span of its text. */
export class CelFault extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

/** An evaluation takes more steps than it may. */
export class CostFault extends Error {}

/** The steps that evaluations may still take: operations, items of lists, and 100 characters of texts. */
export class Budget {
  left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new CostFault();
  }
}

/** An expression of CEL. */
export interface Expression {
  readonly ast: ASTNode;
  readonly check: () => TypeCheckResult;
  /** The value with these variables. Throws a `CelFault` or a `CostFault` if there is none. */
  evaluate(scope: Readonly<Record<string, unknown>>, budget: Budget): unknown;
}

/** The budget of the evaluation that is running. */
let running = new Budget(0);

/** Without variables: `check` adds types, and expressions that are evaluated may have any names. */
export const ENVIRONMENT: Environment = new Environment({
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
  limits: { maxDepth: MAX_NESTING },
});
addFunctions(ENVIRONMENT, (steps) => running.spend(steps));

const UNTYPED = ENVIRONMENT.clone({ unlistedVariablesAreDyn: true });

/** Parses an expression. Throws a `CelFault` with the place of a syntax error. */
export function parseCel(text: string, environment: Environment = UNTYPED): Expression {
  const parsed = inText(text, () => environment.parse(text));
  inText(text, () => prepare(parsed.ast));
  return {
    ast: parsed.ast,
    check: parsed.check,
    evaluate(scope, budget) {
      const before = running;
      running = budget;
      try {
        const value = inText(text, () => parsed(scope));
        // The operators `||` and `&&` ignore an error on one side.
        budget.spend(0);
        return value;
      } finally {
        running = before;
      }
    },
  };
}

/** Calls a function of the library. Its errors become faults with their places. */
function inText<T>(text: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UnknownValue || error instanceof CostFault) throw error;
    // A text or a list is too long for JavaScript.
    if (error instanceof RangeError) throw new CostFault();
    throw faultOf(error, text);
  }
}

/** The fault for an error of the library in a text. */
export function faultOf(error: unknown, text: string): CelFault {
  const whole = { start: 0, end: text.length };
  // The place of a fault in a variable is in the text of the variable.
  if (error instanceof CelFault) return new CelFault(error.message, whole);
  const { code, node, range, summary, message } = error as EvaluationError;
  const { start, end } = range ?? whole;
  const key = code === 'no_such_key' && node?.op === '.' ? node.args[1] : undefined;
  if (key !== undefined) return new CelFault(t`The field \`${key}\` is not set.`, { start, end });
  if (start >= text.length) return new CelFault(t('The condition is not complete.'), { start, end });
  return new CelFault(t`The condition has an error: ${summary ?? message}.`, { start, end });
}

/** Replaces `matches` by a function that takes linear time, and counts the steps of the evaluation. */
function prepare(node: ASTNode): void {
  if (node.op === 'rcall' && node.args[0] === 'matches') {
    node.args[0] = MATCHES;
    const [pattern] = node.args[2];
    if (pattern?.op === 'value') checkRegex(pattern);
  }
  count(node);
  for (const part of partsOf(node)) prepare(part);
}

/** Throws an error at a regular expression that is not valid. */
function checkRegex(literal: ASTNode): void {
  try {
    compileRegex(String(literal.args));
  } catch (error) {
    throw error instanceof EvaluationError ? error.withAst(literal) : error;
  }
}

/** The nodes in a node. */
export function partsOf({ args }: ASTNode): readonly ASTNode[] {
  return [args].flat(3).filter((part) => typeof part === 'object' && part !== null && 'op' in part) as ASTNode[];
}

/** Counts each evaluation of a node with the size of its value. The library sets the method again at its first call. */
function count(node: ASTNode): void {
  let evaluate: (...args: readonly unknown[]) => unknown = Reflect.get(node, 'evaluate');
  const counted = (...args: readonly unknown[]) => {
    const value = evaluate.apply(node, args as unknown[]);
    running.spend(1 + (Array.isArray(value) ? value.length : typeof value === 'string' ? value.length / 100 : 0));
    return value;
  };
  Object.defineProperty(node, 'evaluate', { get: () => counted, set: (replaced) => (evaluate = replaced) });
}
