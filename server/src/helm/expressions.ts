import type { Command, FieldName, Operand, Pipeline } from './ast.ts';
import type { Changes } from './changes.ts';
import { Failure } from './failure.ts';
import { fieldOf } from './fields.ts';
import type { Frame } from './frame.ts';
import { type Call, holeAt, type Parameter, type TemplateFunction, unknownResult } from './function.ts';
import { NOWHERE, type Place } from './source.ts';
import { SourcedText } from './sourced-text.ts';
import { asResult, bool, float, int, isKnown, NIL, text, truth, typeOf, unknown, type Value } from './value.ts';

/** What expressions need of the engine. */
export interface Services {
  readonly changes: Changes;
  readonly functions: ReadonlyMap<string, TemplateFunction>;
  /** Counts steps of the work; throws `Failure` at the limit. */
  readonly step: (count?: number) => void;
  /** Runs what is nested one level deeper; throws `Failure` at the limit. */
  readonly nested: <T>(run: () => T) => T;
  readonly include: (frame: Frame, name: string, dot: Value, place: Place) => Value;
  readonly template: (frame: Frame, template: SourcedText, dot: Value, place: Place) => Value;
}

/** Evaluates the pipelines of one execution of a template, as `text/template/exec.go` does. Throws `Failure`. */
export class Expressions {
  readonly #services: Services;
  readonly #frame: Frame;

  constructor(services: Services, frame: Frame) {
    this.#services = services;
    this.#frame = frame;
  }

  /** The value of a pipeline. Its variables are set, except those of `range`. */
  pipeline(pipeline: Pipeline, dot: Value, setsVariables = true): Value {
    let value: Value | undefined;
    for (const command of pipeline.commands) {
      const { start } = pipeline;
      value = asResult(this.#command(command, dot, value, start));
    }
    const result = value ?? NIL;
    if (setsVariables) for (const name of pipeline.variables) this.setVariable(name, result, pipeline.isAssignment);
    return result;
  }

  setVariable(name: string, value: Value, isAssignment: boolean): void {
    const variable = isAssignment ? this.#frame.variable(name) : undefined;
    if (variable !== undefined) this.#services.changes.assign(variable, value);
    else this.#frame.declare(name, value);
  }

  /** `final` is the value of the command before it, and `start` is the start of the pipeline. */
  #command(command: Command, dot: Value, final: Value | undefined, start: number): Value {
    this.#services.step();
    const [first, ...args] = command.operands;
    if (first === undefined) return NIL;
    const place = this.#place(final === undefined ? command.start : start, command.end);
    const hasArguments = args.length > 0 || final !== undefined;
    switch (first.kind) {
      case 'function':
        return this.#call(first.name, args, dot, final, place);
      case 'field':
        return this.#fields(dot, first.fields, { args, dot, final }, place);
      case 'variable':
        if (first.fields.length > 0) {
          return this.#fields(this.#variable(first.name, place), first.fields, { args, dot, final }, place);
        }
        break;
      case 'chain':
        return this.#fields(this.#argument(first.of, dot), first.fields, { args, dot, final }, place);
    }
    if (hasArguments) throw this.#failure(`can't give argument to non-function`, place);
    if (first.kind === 'nil') throw this.#failure('nil is not a command', place);
    return this.#argument(first, dot);
  }

  /** The value of an operand as an argument of type `interface{}`. */
  #argument(operand: Operand, dot: Value): Value {
    const place = this.#place(operand.start, operand.end);
    switch (operand.kind) {
      case 'dot':
        return dot;
      case 'nil':
        return NIL;
      case 'boolean':
        return bool(operand.value, place);
      case 'number':
        if (!operand.isSafe) return unknown(holeAt(place));
        return operand.isInteger ? int(operand.value, false, place) : float(operand.value, place);
      case 'string': {
        const { source, start, end } = place;
        const inner = { source, start: start + 1, end: end - 1 };
        if (operand.isExact) return text(SourcedText.exact(source, inner.start, inner.end), inner);
        return text(SourcedText.made(operand.text, inner), inner);
      }
      case 'function':
        return this.#call(operand.name, [], dot, undefined, place);
      case 'field':
        return this.#fields(dot, operand.fields, undefined, place);
      case 'variable': {
        const variable = this.#variable(operand.name, place);
        return operand.fields.length === 0 ? variable : this.#fields(variable, operand.fields, undefined, place);
      }
      case 'chain':
        return this.#fields(this.#argument(operand.of, dot), operand.fields, undefined, place);
      case 'pipeline':
        return this.#services.nested(() => this.pipeline(operand.pipeline, dot));
    }
  }

  #variable(name: string, place: Place): Value {
    return this.#frame.variable(name)?.value ?? unknown(holeAt(place));
  }

  /** Reads fields of a value; the last can be a method with arguments. */
  #fields(
    receiver: Value,
    fields: readonly FieldName[],
    last: { readonly args: readonly Operand[]; readonly dot: Value; readonly final: Value | undefined } | undefined,
    place: Place,
  ): Value {
    let value = receiver;
    for (const [i, { name }] of fields.entries()) {
      const isLast = i === fields.length - 1;
      const args = isLast && last !== undefined ? this.#arguments(last.args, last.dot, last.final) : [];
      const next = fieldOf(value, name, args);
      if (next instanceof Failure) throw this.#failure(next.message, place);
      value = next ?? unknown(holeAt(place));
    }
    return withPlace(value, place);
  }

  #arguments(args: readonly Operand[], dot: Value, final: Value | undefined): Value[] {
    return [...args.map((arg) => this.#argument(arg, dot)), ...(final === undefined ? [] : [final])];
  }

  #call(name: string, operands: readonly Operand[], dot: Value, final: Value | undefined, place: Place): Value {
    if (name === 'and' || name === 'or') return this.#andOr(name === 'or', operands, dot, final, place);
    const called = this.#services.functions.get(name);
    const args = this.#arguments(operands, dot, final);
    if (called === undefined) return unknown(holeAt(place));
    const { parameters, rest, takes, isText, run } = called;
    if (args.length < parameters.length || (args.length > parameters.length && rest === undefined)) {
      throw this.#failure(`wrong number of args for ${name}: want ${parameters.length} got ${args.length}`, place);
    }
    const converted = args.map((arg, i) => this.#converted(arg, operands[i], parameters[i] ?? rest ?? 'any', place));
    const call: Call = {
      name,
      place,
      changes: this.#services.changes,
      include: (included, data) => this.#services.include(this.#frame, included, data, place),
      template: (template, data) => this.#services.template(this.#frame, template, data, place),
    };
    const isOrdered = ORDERLESS.has(name) || !args.some((arg) => arg.kind === 'list' && arg.isUnordered);
    if (!isOrdered || !converted.every((arg) => isTaken(arg, takes))) return unknownResult(call, isText);
    try {
      return run(call, converted);
    } catch (error) {
      if (error instanceof Failure && error.place === undefined) {
        throw this.#failure(`error calling ${name}: ${error.message}`, place);
      }
      throw error;
    }
  }

  /** `and` and `or` evaluate their arguments until one decides. If this is unknown, so is the result. */
  #andOr(isOr: boolean, operands: readonly Operand[], dot: Value, final: Value | undefined, place: Place): Value {
    let isCertain = true;
    let value: Value = NIL;
    const evaluate = operands.map((operand) => () => this.#argument(operand, dot));
    if (final !== undefined) evaluate.push(() => final);
    if (evaluate.length === 0) throw this.#failure('wrong number of args: want at least 1 got 0', place);
    for (const [i, next] of evaluate.entries()) {
      value = isCertain ? next() : this.#tried(next, place);
      const isTrue = truth(value);
      if (isTrue === isOr) break;
      if (isTrue === undefined && i < evaluate.length - 1) isCertain = false;
    }
    if (isCertain) return value;
    // Whatever the unknown arguments are: the result is as true as the one that decides.
    return truth(value) === isOr ? { ...unknown(holeAt(place)), isTrue: isOr } : unknown(holeAt(place));
  }

  /** A value that may not be evaluated. */
  #tried(evaluate: () => Value, place: Place): Value {
    try {
      const { result, changed } = this.#services.changes.aside(evaluate);
      this.#services.changes.forget(changed, holeAt(place));
      return result;
    } catch (error) {
      if (error instanceof Failure && !error.isBound) return unknown(holeAt(place));
      throw error;
    }
  }

  /** An argument as a parameter of a type. */
  #converted(value: Value, operand: Operand | undefined, type: Parameter, place: Place): Value {
    if (value.kind === 'unknown' || type === 'any') return asResult(value);
    if (operand?.kind === 'number' && value.kind !== type) {
      if (type === 'float' && value.kind === 'int') return float(value.value, value.at);
      if (type === 'int' && value.kind === 'float' && Number.isSafeInteger(value.value)) {
        return int(value.value, false, value.at);
      }
    }
    const isAccepted = value.kind === type && !(value.kind === 'int' && value.is64);
    if (isAccepted || (type === 'dict' && value.kind === 'nil' && !value.isElement)) return value;
    throw this.#failure(`wrong type for value; expected ${type}; got ${typeOf(value)}`, place);
  }

  #place(start: number, end: number): Place {
    return { source: this.#frame.source, start, end };
  }

  #failure(message: string, place: Place): Failure {
    const failure = new Failure(message);
    failure.place = place;
    failure.site = this.#frame.site;
    return failure;
  }
}

/** Functions whose result does not depend on the order of a list. */
const ORDERLESS = new Set([
  'sortAlpha',
  'len',
  'has',
  'mustHas',
  'not',
  'empty',
  'kindIs',
  'kindOf',
  'typeIs',
  'typeOf',
]);

function isTaken(value: Value, takes: TemplateFunction['takes']): boolean {
  switch (takes) {
    case 'all':
      return true;
    case 'holes':
      return value.kind !== 'unknown';
    case 'known':
      return value.kind !== 'unknown' && !(value.kind === 'text' && value.value.hasHoles);
    case 'deep':
      return isKnown(value);
  }
}

/** A placeholder such as `.Release.Name` at the expression that reads it. */
function withPlace(value: Value, place: Place): Value {
  if (value.kind !== 'text') return value;
  const [piece] = value.value.pieces;
  if (piece?.kind !== 'hole' || piece.source !== NOWHERE.source || value.value.pieces.length > 1) return value;
  return text(SourcedText.hole(value.value.text, place, piece.isName));
}
