import type { KubeObject } from '../kubernetes/object.ts';
import type { Span } from '../text/span.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { FieldPath } from '../yaml/path.ts';
import type { Effect, Fix, Outcome, Related } from './rule.ts';
import type { Severity } from './settings.ts';

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
export function apiPath(path: FieldPath): string {
  let text = '';
  path.forEach((part, i) => {
    if (typeof part === 'number') text += `[${part}]`;
    else if (MAPS.includes(String(path[i - 1]))) text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  });
  return text;
}
