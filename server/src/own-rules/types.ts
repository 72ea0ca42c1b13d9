import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { parsePattern } from '../lint/pattern.ts';
import type { FieldPattern } from '../lint/rule.ts';
import { DEFAULT_SETTINGS } from '../lint/settings/settings.ts';
import { objectVariables } from '../policy/variables.ts';
import { t } from '../text/localize.ts';
import { didYouMean } from '../text/nearest.ts';
import { CelFault, ENVIRONMENT, faultOf, parseCel, partsOf } from './cel.ts';
import { POD_FIELDS } from './pod-fields.ts';

/** The types of variables of policies. Those that are not here are lists. */
const VARIABLES: Readonly<Record<string, string>> = {
  spec: 'PodSpec',
  metadata: 'ObjectMeta',
  regular: 'list<Container>',
  lasting: 'list<Container>',
  containers: 'list<Container>',
  volumes: 'list<Volume>',
  declared: 'bool',
  podHostProcess: 'bool',
  anyHostProcess: 'bool',
  allHostProcess: 'bool',
  severalPods: 'bool',
  isVirtual: 'bool',
  onWindows: 'bool',
  onLinux: 'bool',
  isForWindows: 'bool',
  isForLinux: 'bool',
};

type Fields = ReadonlyMap<string, string>;

/** The types of fields by their names, of each type of the Kubernetes API, and of `variables`. */
const FIELDS = new Map<string, Fields>(
  POD_FIELDS.split('\n').map((line) => {
    const [name = '', fields = ''] = line.split(': ');
    return [name, new Map(fields.split(', ').map(typedField))];
  }),
);

function typedField(entry: string): [name: string, type: string] {
  const [name = '', type = ''] = entry.split(' ');
  return [name, type.replace(/^\[(.*)\]$/, 'list<$1>').replace(/^\{(.*)\}$/, 'map<string, $1>')];
}

let typed: Environment | undefined;

/** An environment with the types of the Kubernetes API and of the variables of policies. */
function typedEnvironment(): Environment {
  if (typed !== undefined) return typed;
  const variables = objectVariables(DEFAULT_SETTINGS).map(({ name }) => name);
  FIELDS.set('Variables', new Map(variables.map((name) => [name, VARIABLES[name] ?? 'list<dyn>'])));
  const environment = ENVIRONMENT.clone();
  const known = new Set<string>();
  // Each type follows those of its fields.
  const register = (name: string): void => {
    const fields = FIELDS.get(name);
    if (fields === undefined || known.has(name)) return;
    known.add(name);
    for (const type of fields.values()) type.split(/[<>, ]+/).forEach(register);
    environment.registerType(name, { fields: Object.fromEntries(fields) });
  };
  for (const name of FIELDS.keys()) register(name);
  typed = environment.registerVariable('variables', 'Variables').registerVariable('object', 'dyn');
  return typed;
}

/**
 * The type of a condition on fields. Throws a `CelFault` with the place of an unknown name or field, or of values that do not
 * fit.
 */
export function checkCel(text: string, fields: readonly FieldPattern[]): string {
  const environment = typedEnvironment().clone();
  const names = typesOn(fields);
  for (const [name, type] of names) environment.registerVariable(name, type);
  const { ast, check } = parseCel(text, environment);
  const { error, type = 'dyn' } = check();
  if (error?.code === 'unknown_variable') {
    const { start, end } = error.range ?? ast;
    const name = text.slice(start, end);
    const message = t`There is no variable \`${name}\`.` + didYouMean(name, [...names.keys(), 'object', 'variables']);
    throw new CelFault(message, { start, end });
  }
  checkFields(ast);
  if (error !== undefined) throw faultOf(error, text);
  return type;
}

/** Throws a `CelFault` for a field that its type does not have. In `has` and behind `?`, the library accepts any field. */
function checkFields(node: ASTNode): void {
  if (node.op === '.' || node.op === '.?') {
    const [owner, key] = node.args;
    const type = typeOf(owner);
    const fields = FIELDS.get(type);
    if (fields?.has(key) === false) {
      throw new CelFault(noField(type, key, fields), { start: node.end - key.length, end: node.end });
    }
  }
  for (const part of partsOf(node)) checkFields(part);
}

function noField(type: string, key: string, fields: Fields): string {
  return t`${type} has no field \`${key}\`.` + didYouMean(key, [...fields.keys()]);
}

/** The type that the library has found for a node; in `has`, it has found only that of the first name. */
function typeOf(node: ASTNode): string {
  const found: { readonly name: string } | undefined = Reflect.get(node, 'checkedType');
  if (found !== undefined) return found.name.replace(/^optional<(.*)>$/, '$1');
  return (node.op === '.' && FIELDS.get(typeOf(node.args[0]))?.get(node.args[1])) || '';
}

/** The types of the names in a condition on fields. A name that only some of the fields have is left out. */
function typesOn(patterns: readonly FieldPattern[]): Fields {
  const [first, ...others] = patterns.map(typesOf).flatMap((found) => ('fault' in found ? [] : found.names));
  const names = [...(first ?? [])].filter(([name]) => others.every((other) => other.has(name)));
  return new Map(names.map(([name, type]) => [name, others.every((other) => other.get(name) === type) ? type : 'dyn']));
}

/** The types of the names in a condition on a field, or what is wrong with the field. */
export function typesOf(pattern: FieldPattern): { readonly names: Fields } | { readonly fault: string } {
  const names = new Map<string, string>();
  const [, ...steps] = parsePattern(pattern);
  let type = pattern.startsWith('spec') ? 'PodSpec' : 'ObjectMeta';
  let list = '';
  for (const step of steps) {
    if (step === 'items') {
      const [, item] = /^list<(.*)>$/.exec(type) ?? [];
      if (item === undefined) return { fault: t`\`${pattern}\`: \`${list}\` is not a list.` };
      type = item;
      names.set(itemName(list), type);
      continue;
    }
    const key = 'key' in step ? step.key : step.keys;
    const [, value] = /^map<string, (.*)>$/.exec(type) ?? [];
    if (value !== undefined) names.set('key', 'string');
    const found = value ?? FIELDS.get(type)?.get(key);
    if (found === undefined) return { fault: noField(type, key, FIELDS.get(type) ?? new Map()) };
    type = found;
    list = key;
  }
  return { names: names.set('value', type) };
}

/** What conditions call an item of a list: policies have the same names. */
export function itemName(list: string): string {
  if (/^(?:c|initC|ephemeralC)ontainers$/.test(list)) return 'container';
  return { volumes: 'volume', volumeMounts: 'mount' }[list] ?? 'item';
}
