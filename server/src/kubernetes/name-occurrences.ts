import type { Span } from '../text/span.ts';
import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { EmbeddedPods } from './embedded-pods.ts';
import { type KubeObject, objects } from './object.ts';
import { isPlaceholder } from './placeholder.ts';
import { podsOf } from './pod.ts';

/** The kinds of objects to which pods refer by name. */
export type NamedKind = 'RuntimeClass' | 'GMSACredentialSpec' | 'ServiceAccount';

/** A name of an object in a document: its own, or a reference to another object. */
export interface NameOccurrence {
  readonly kind: NamedKind;
  readonly name: string;
  /** Null if none is set, and for cluster-wide objects. */
  readonly namespace: string | null;
  /** Whether it is the object's own name. */
  readonly isOwn: boolean;
  readonly span: Span;
}

/** Every name of a RuntimeClass, credential spec or service account in a document, in text order. */
export function nameOccurrences(document: Document, configured: EmbeddedPods): NameOccurrence[] {
  const found = document.views.flatMap(({ root }) =>
    objects(document, root).flatMap((object) => occurrencesIn(object, configured)),
  );
  // Text outside of template branches is in every view.
  const distinct = new Map(found.map((name) => [`${name.span.start} ${name.kind}`, name]));
  return [...distinct.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Whether two names may mean the same object; a name without a namespace may be in any namespace. */
export function isSameName(a: Pick<NameOccurrence, 'kind' | 'name' | 'namespace'>, b: typeof a): boolean {
  const mayShareNamespace = a.namespace === null || b.namespace === null || a.namespace === b.namespace;
  return a.kind === b.kind && a.name === b.name && mayShareNamespace;
}

/** Whether a text may contain this name, without parsing it. */
export function mayContainName(text: string, name: string): boolean {
  return text.includes(name) && KEYS.some((key) => text.includes(key));
}

const KEYS: readonly string[] = [
  'RuntimeClass',
  'runtimeClassName',
  'GMSACredentialSpec',
  'gmsaCredentialSpecName',
  'credentialspecs',
  'ServiceAccount',
  'serviceAccount',
];

function occurrencesIn(object: KubeObject, configured: EmbeddedPods): NameOccurrence[] {
  const { field, namespace } = object;
  const pods = podsOf(object, configured).flatMap(({ spec, containers }) => [
    ...occurrence('RuntimeClass', spec.get('runtimeClassName'), null),
    ...occurrence('ServiceAccount', spec.get('serviceAccountName'), namespace),
    ...occurrence('ServiceAccount', spec.get('serviceAccount'), namespace),
    ...[spec, ...containers.map(({ field }) => field)].flatMap((owner) =>
      occurrence('GMSACredentialSpec', owner.at('securityContext', 'windowsOptions', 'gmsaCredentialSpecName'), null),
    ),
  ]);
  const name = field.at('metadata', 'name');
  switch (`${object.group}/${object.kind}`) {
    case 'node.k8s.io/RuntimeClass':
      return occurrence('RuntimeClass', name, null, true);
    case 'windows.k8s.io/GMSACredentialSpec':
      return occurrence('GMSACredentialSpec', name, null, true);
    case '/ServiceAccount':
      return occurrence('ServiceAccount', name, namespace, true);
    case 'rbac.authorization.k8s.io/RoleBinding':
    case 'rbac.authorization.k8s.io/ClusterRoleBinding':
      return (field.get('subjects')?.items() ?? [])
        .filter((subject) => subject.get('kind')?.string === 'ServiceAccount')
        .flatMap((subject) =>
          occurrence('ServiceAccount', subject.get('name'), subject.get('namespace')?.string ?? namespace),
        );
    case 'rbac.authorization.k8s.io/Role':
    case 'rbac.authorization.k8s.io/ClusterRole':
      return (field.get('rules')?.items() ?? [])
        .filter((rule) => rule.get('resources')?.strings().includes('gmsacredentialspecs'))
        .flatMap((rule) => rule.get('resourceNames')?.items() ?? [])
        .flatMap((resourceName) => occurrence('GMSACredentialSpec', resourceName, null));
    default:
      return pods;
  }
}

function occurrence(
  kind: NamedKind,
  field: Field | undefined,
  namespace: string | null,
  isOwn = false,
): NameOccurrence[] {
  const name = field?.string;
  if (field === undefined || name === undefined || isPlaceholder(name)) return [];
  const known = namespace === null || isPlaceholder(namespace) ? null : namespace;
  return [{ kind, name, namespace: known, isOwn, span: field.valueSpan }];
}
