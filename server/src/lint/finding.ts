import type { KubeObject } from '../kubernetes/object.ts';
import type { Span } from '../text/span.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import type { Effect, Fix, Outcome, Related } from './rule.ts';
import type { RuleCode } from './settings/rule-names.ts';
import type { Severity } from './settings/settings.ts';

/** A problem in a document, with its effect and severity. Offsets count from the start of the document. */
export interface Finding {
  /** The ID of its rule. */
  readonly rule: string;
  /** The code of its rule; undefined for a finding in a directive. */
  readonly code: RuleCode | undefined;
  readonly url: string | undefined;
  readonly effect: Effect;
  readonly severity: Severity;
  /** The sentence on this pod, with the effect. */
  readonly message: string;
  readonly at: Span;
  /** The part of it that decides. */
  readonly part?: Span | undefined;
  /** The evidence that causes it, if that is elsewhere. */
  readonly cause?: Span | undefined;
  /** Undefined for a finding in a directive. */
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'> | undefined;
  /** The path of the field as the API server reports it, from its object on; undefined for a directive. */
  readonly field: string | undefined;
  /** The path with names instead of indices, which stays the same when items are added before it. */
  readonly namedField: string | undefined;
  readonly certainty: Verdict['certainty'];
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
  /** The outcome of the rule that applied; undefined for a directive. */
  readonly outcome: Outcome | undefined;
}

/** The finding at the evidence that causes it. */
export function atCause(finding: Finding): Finding {
  return { ...finding, at: finding.cause ?? finding.at };
}

/** Without duplicates: a field can belong to several pods. */
export function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, at, message }) => {
    const key = `${rule} ${at.start} ${at.end} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Maps whose keys users choose. The API server writes these keys in brackets. */
export const MAPS: readonly string[] = [
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
  // Joined once: a string built by `+=` keeps all its parts in memory, and findings are cached.
  return parts.join('');
}

/** Keys that identify the items of lists: the API server requires distinct values of the first one that an item has. */
const NAMES: readonly string[] = ['name', 'mountPath', 'key', 'containerPort', 'port', 'ip', 'type'];

/** A path below a field as the API server writes it, but with names of list items: `spec.containers[web].image`. */
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

/** Enough to distinguish the arguments of a command, in characters. */
const MAX_NAME_LENGTH = 60;

function nameOf(item: Field): string | undefined {
  const name = item.isScalar ? item : NAMES.map((key) => item.at(key)).find((field) => field?.isScalar);
  return name?.isUnknown ? undefined : name?.source?.slice(0, MAX_NAME_LENGTH);
}
