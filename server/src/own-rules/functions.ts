import { type Environment, EvaluationError, Optional } from '@marcbachmann/cel-js';
import { RE2JS } from 're2js';
import { parseQuantity } from '../kubernetes/quantity.ts';
import { Memo } from '../text/memo.ts';

/** The name under which `matches` is registered: the library has one that is not linear, and that cannot be replaced. */
export const MATCHES = 'matchesInLinearTime';

/** Regular expressions as Go has them, which are searched in linear time. */
const COMPILED = new Memo<RE2JS>(200);

/** Throws an `EvaluationError` for an invalid regular expression. */
export function compileRegex(pattern: string): RE2JS {
  return COMPILED.of(pattern, (text) => {
    try {
      return RE2JS.compile(text);
    } catch (error) {
      throw new EvaluationError((error as Error).message);
    }
  });
}

class Quantity {
  readonly value: number;

  constructor(text: string) {
    const value = parseQuantity(text);
    if (value === undefined) throw new EvaluationError(`\`${text}\` is not a quantity`);
    // So that `0.7` and `700m` are equal.
    this.value = Number(value.toPrecision(15));
  }
}

/** Adds the functions of Kubernetes that the library does not have. `spend` is called with the steps of a search. */
export function addFunctions(env: Environment, spend: (steps: number) => void): void {
  const spendSearch = (text: string, regex: RE2JS) => spend((text.length * regex.programSize()) / 100);
  const search = (text: string, pattern: string) => {
    const regex = compileRegex(pattern);
    spendSearch(text, regex);
    return regex.matcher(text);
  };
  const isFound = (text: string, pattern: string) => search(text, pattern).find();
  env
    .registerFunction(`string.${MATCHES}(string): bool`, isFound)
    .registerFunction('matches(string, string): bool', isFound)
    .registerFunction('string.find(string): string', (text: string, pattern: string) => {
      const found = search(text, pattern);
      return found.find() ? found.group() : '';
    })
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) => {
      const found = search(text, pattern);
      const all: (string | null)[] = [];
      while (found.find()) {
        all.push(found.group());
        // Each search may read the whole text.
        spendSearch(text, compileRegex(pattern));
      }
      return all;
    })
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) =>
      text.replaceAll(from, () => to),
    )
    .registerFunction('list.indexOf(dyn): int', (items: readonly unknown[], item: unknown) =>
      BigInt(items.indexOf(item)),
    )
    .registerFunction('optional.optMap(ast, ast): optional<dyn>', optMap)
    .registerType('Quantity', Quantity)
    .registerFunction('isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined)
    .registerFunction('quantity(string): Quantity', (text: string) => new Quantity(text))
    .registerFunction('Quantity.isGreaterThan(Quantity): bool', (a: Quantity, b: Quantity) => a.value > b.value)
    .registerFunction('Quantity.isLessThan(Quantity): bool', (a: Quantity, b: Quantity) => a.value < b.value)
    .registerFunction('Quantity.compareTo(Quantity): int', (a: Quantity, b: Quantity) =>
      BigInt(Math.sign(a.value - b.value)),
    )
    .registerOperator('Quantity == Quantity', (a: Quantity, b: Quantity) => a.value === b.value);
}

/** What the library passes to the hooks of a macro. */
interface Macro {
  readonly receiver: unknown;
  readonly args: readonly [{ readonly op: string; readonly args: unknown }, unknown];
  inner: Context;
}
interface Context {
  forkWithVariable(name: string, type: unknown): Context;
  reuse(outer: Context): Context;
  setIterValue(value: unknown, evaluator: Evaluator): Context;
}
interface Evaluator {
  run(node: unknown, context: Context): unknown;
}
interface Checker {
  readonly dynType: unknown;
  check(node: unknown, context: Context): { readonly kind: string; readonly valueType: unknown; readonly name: string };
  getType(name: string): unknown;
}

/** `optMap`: the value of an optional as another one; the hooks of the library's own macro `bind` are the same. */
function optMap({ receiver, args }: Pick<Macro, 'receiver' | 'args'>) {
  const [variable, body] = args;
  if (variable.op !== 'id') throw new EvaluationError('the first argument of optMap must be a name');
  return {
    receiver,
    args,
    typeCheck(checker: Checker, macro: Macro, context: Context) {
      const { kind, valueType } = checker.check(receiver, context);
      macro.inner = context.forkWithVariable(String(variable.args), kind === 'optional' ? valueType : checker.dynType);
      return checker.getType(`optional<${checker.check(body, macro.inner).name}>`);
    },
    evaluate(evaluator: Evaluator, macro: Macro, context: Context) {
      const optional = evaluator.run(receiver, context) as Optional;
      if (!optional.hasValue()) return optional;
      const inner = macro.inner.reuse(context).setIterValue(optional.value(), evaluator);
      return Optional.of(evaluator.run(body, inner));
    },
  };
}
