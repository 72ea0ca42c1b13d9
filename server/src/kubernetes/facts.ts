import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/field.ts';
import type { KubeObject } from './object.ts';

/** A place in some document of the workspace, the one being looked at or another. */
export interface Place {
  readonly uri: string;
  /** Which document of the file, from 0. */
  readonly document: number;
  /** Counted from the start of that document. */
  readonly span: Span;
}

interface Named {
  /** Null where there is none: a missing namespace is one of its own. */
  readonly namespace: string | null;
  readonly name: string;
  readonly place: Place;
}

export interface RuntimeClassFact extends Named {
  readonly kind: 'RuntimeClass';
  readonly handler: string | undefined;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly TolerationFact[];
}

export interface TolerationFact {
  readonly key: string | undefined;
  readonly operator: string;
  readonly value: string | undefined;
  readonly effect: string | undefined;
}

export interface NodeFact extends Named {
  readonly kind: 'Node';
  readonly labels: Readonly<Record<string, string>>;
}

/** What one object tells about others: plain data that can be compared, kept instead of the object's tree. */
export type Fact = RuntimeClassFact | NodeFact;
export type FactKind = Fact['kind'];
export type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>;

/** Reads facts within the scope of one workspace folder. */
export interface Facts {
  /** The one object of that kind and name; undefined where there is none or where objects of that name disagree. */
  named<K extends FactKind>(kind: K, name: string, namespace?: string | null): FactOf<K> | undefined;
  /** Every object of a kind, in the order of files and documents. */
  all<K extends FactKind>(kind: K): readonly FactOf<K>[];
}

export const NO_FACTS: Facts = { named: () => undefined, all: () => [] };

/** What an object tells about others; undefined for kinds that nothing looks at. */
export function factOf(object: KubeObject, place: Place): Fact | undefined {
  const { field, name } = object;
  if (name === null) return undefined;
  // Neither kind lives in a namespace.
  const base = { name, namespace: null, place };
  switch (`${object.group}/${object.kind}`) {
    case 'node.k8s.io/RuntimeClass':
      return {
        ...base,
        kind: 'RuntimeClass',
        handler: field.get('handler')?.string ?? field.at('spec', 'runtimeHandler')?.string,
        nodeSelector: field.at('scheduling', 'nodeSelector')?.stringMap() ?? {},
        tolerations: (field.at('scheduling', 'tolerations')?.items() ?? []).map(tolerationOf),
      };
    case '/Node':
      return { ...base, kind: 'Node', labels: field.at('metadata', 'labels')?.stringMap() ?? {} };
    default:
      return undefined;
  }
}

/** A toleration of a pod or RuntimeClass; the operator is `Equal` where none is given. */
export function tolerationOf(field: Field): TolerationFact {
  return {
    key: field.get('key')?.string,
    operator: field.get('operator')?.string ?? 'Equal',
    value: field.get('value')?.string,
    effect: field.get('effect')?.string,
  };
}
