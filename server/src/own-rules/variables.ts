import type { CheckContext, Field, PodContext } from '../lint/rule.ts';
import { objectVariables } from '../policy/variables.ts';
import { Memo } from '../text/memo.ts';
import { Budget, type Expression, parseCel } from './cel.ts';
import { celValue, LazyMap } from './value.ts';

/** The steps that the condition of one rule, or a variable, may take for one pod. */
export const MAX_STEPS = 100_000;

/** The variables of policies for a pod. */
export function variablesOf(context: PodContext): LazyMap {
  return new LazyMap(
    () => [],
    (name) => variableOf(name, context),
  );
}

function variableOf(name: string, context: PodContext): unknown {
  const { pod } = context;
  // The API server finds the pod in the object. Custom resources have it elsewhere.
  if (name === 'spec') return celValue(pod.spec);
  if (name === 'metadata') return pod.metadata === undefined ? new Map() : celValue(pod.metadata);
  return textOf(name, context.settings) === undefined ? undefined : context.once(pod.spec, readerOf(name));
}

type Reader = (spec: Field, context: PodContext) => unknown;

/** One function for each variable, so that its value is computed once for all rules. */
const READERS = new Map<string, Reader>();

function readerOf(name: string): Reader {
  const reader: Reader = READERS.get(name) ?? ((_, context) => read(name, context));
  READERS.set(name, reader);
  return reader;
}

function read(name: string, context: PodContext): unknown {
  const expression = PARSED.of(textOf(name, context.settings) ?? '', parseCel);
  const object = celValue(context.object.field);
  return expression.evaluate({ object, variables: variablesOf(context) }, new Budget(MAX_STEPS));
}

/** The texts of variables by settings: some depend on lists of images. */
const TEXTS = new WeakMap<CheckContext['settings'], ReadonlyMap<string, string>>();
const PARSED = new Memo<Expression>(100);

function textOf(name: string, settings: CheckContext['settings']): string | undefined {
  const texts = TEXTS.get(settings) ?? new Map(objectVariables(settings).map((each) => [each.name, each.expression]));
  TEXTS.set(settings, texts);
  return texts.get(name);
}
