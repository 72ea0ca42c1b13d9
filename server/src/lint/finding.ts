import type { KubeObject } from '../kubernetes/object.ts';
import type { Span } from '../text/span.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import type { Effect, Fix, Outcome, Related } from './rule.ts';
import type { Severity } from './settings/settings.ts';

/** What a rule found in a document; offsets count from the document's start. */
export interface Finding {
  readonly rule: string;
  readonly url: string | undefined;
  readonly effect: Effect;
  readonly severity: Severity;
  /** The sentence on this pod, and what becomes of it. */
  readonly message: string;
  readonly at: Span;
  /** Undefined for what is found in a directive. */
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'> | undefined;
  /** The API server's name of the field, from its object on; undefined for a directive. */
  readonly field: string | undefined;
  /** The same with names in place of indices, so that it stays when others are written before it. */
  readonly namedField: string | undefined;
  readonly certainty: Verdict['certainty'];
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
  /** The row of the rule that decided; undefined for a directive. */
  readonly outcome: Outcome | undefined;
}

/** What is found in a field that several pods have is said once. */
export function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, at, message }) => {
    const key = `${rule} ${at.start} ${at.end} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Keys of these hold names that users choose: the API server writes them in brackets. */
const MAPS: readonly string[] = [
  'nodeSelector',
  'annotations',
  'labels',
  'matchLabels',
  'selector',
  'limits',
  'requests',
  'data',
  'parameters',
];

/** A path as the API server writes it: `spec.containers[0].image`, `spec.nodeSelector[kubernetes.io/os]`. */
export function apiPath(path: readonly (FieldPath[number] | readonly [name: string])[]): string {
  const parts = path.map((part, i) => {
    if (typeof part !== 'string' || MAPS.includes(String(path[i - 1]))) return `[${part}]`;
    return i === 0 ? part : `.${part}`;
  });
  // It is kept for long: texts that were added to each other stay as many in memory.
  return parts.join('');
}

/** What tells the items of lists apart: of the first of these that it has, the API server wants another value in each. */
const NAMES: readonly string[] = ['name', 'mountPath', 'key', 'containerPort', 'port', 'ip', 'type'];

/** A path below a field as the API server writes it, but with the names of list items: `spec.containers[web].image`. */
export function namedPath(from: Field, path: FieldPath): string {
  let field: Field | undefined = from;
  return apiPath(
    path.map((part) => {
      field = field?.at(part);
      const name = typeof part === 'number' ? field && nameOf(field) : undefined;
      return name === undefined ? part : [name];
    }),
  );
}

/** Enough to tell the arguments of a command apart. */
const LONG_NAME = 60;

function nameOf(item: Field): string | undefined {
  const named = item.isScalar ? item : NAMES.map((key) => item.at(key)).find((one) => one?.isScalar);
  return named?.isUnknown ? undefined : named?.source?.slice(0, LONG_NAME);
}
