import { Failure } from './failure.ts';
import { entryOf, NIL, typeOf, type Value } from './value.ts';

/** The methods of `.Values`, which precede keys of the same name. */
const VALUES_METHODS = ['AsMap', 'Encode', 'PathValue', 'Table', 'YAML'];

/** The value of a field, key or method of a value, as `evalField` of `text/template/exec.go`; undefined if it is unknown. */
export function fieldOf(receiver: Value, name: string, args: readonly Value[]): Value | Failure | undefined {
  switch (receiver.kind) {
    case 'unknown':
      return undefined;
    case 'nil':
      return receiver.isElement ? new Failure(`nil pointer evaluating interface {}.${name}`) : NIL;
    case 'special': {
      const value = receiver.member(name, args);
      if (value === 'unknown') return undefined;
      return value ?? new Failure(`can't evaluate field ${name} in type ${receiver.type}`);
    }
    case 'dict':
      if (receiver.type.endsWith('.Values') && VALUES_METHODS.includes(name)) return undefined;
      if (args.length > 0) return new Failure(`${name} is not a method but has arguments`);
      return entryOf(receiver, name);
    default:
      return new Failure(`can't evaluate field ${name} in type ${typeOf(receiver)}`);
  }
}
