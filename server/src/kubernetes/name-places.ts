import type { Span } from '../text/span.ts';
import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { EmbeddedPods } from './embedded-pods.ts';
import { type KubeObject, objects } from './object.ts';
import { isPlaceholder } from './placeholder.ts';
import { podsOf } from './pod.ts';

/** The kinds of objects that pods name. */
export type NamedKind = 'RuntimeClass' | 'GMSACredentialSpec' | 'ServiceAccount';

/** Where the name of an object is written. */
export interface NamePlace {
  readonly kind: NamedKind;
  readonly name: string;
  /** Null where none is written, and for what is in no namespace. */
  readonly namespace: string | null;
  /** Whether it is the object's own name, and not that in another object. */
  readonly isOwn: boolean;
  /** Where the value is written, in the document. */
  readonly span: Span;
}

/** Every name of a RuntimeClass, credential spec or service account in a document, in the order of the text. */
export function namePlaces(document: Document, configured: EmbeddedPods): NamePlace[] {
  const found = document.views.flatMap(({ root }) =>
    objects(document, root).flatMap((one) => inObject(one, configured)),
  );
  // What stands in no branch of a template is in every view.
  const places = new Map(found.map((place) => [`${place.span.start} ${place.kind}`, place]));
  return [...places.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Whether two places may mean the same object: one without a namespace may be in any. */
export function isSameName(a: Pick<NamePlace, 'kind' | 'name' | 'namespace'>, b: typeof a): boolean {
  const isNear = a.namespace === null || b.namespace === null || a.namespace === b.namespace;
  return a.kind === b.kind && a.name === b.name && isNear;
}

/** Whether a text may have a place of this name. */
export function mayName(text: string, name: string): boolean {
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

function inObject(object: KubeObject, configured: EmbeddedPods): NamePlace[] {
  const { field, namespace } = object;
  const pods = podsOf(object, configured).flatMap(({ spec, containers }) => [
    ...place('RuntimeClass', spec.get('runtimeClassName'), null),
    ...place('ServiceAccount', spec.get('serviceAccountName'), namespace),
    ...place('ServiceAccount', spec.get('serviceAccount'), namespace),
    ...[spec, ...containers.map((one) => one.field)].flatMap((one) =>
      place('GMSACredentialSpec', one.at('securityContext', 'windowsOptions', 'gmsaCredentialSpecName'), null),
    ),
  ]);
  const name = field.at('metadata', 'name');
  switch (`${object.group}/${object.kind}`) {
    case 'node.k8s.io/RuntimeClass':
      return place('RuntimeClass', name, null, true);
    case 'windows.k8s.io/GMSACredentialSpec':
      return place('GMSACredentialSpec', name, null, true);
    case '/ServiceAccount':
      return place('ServiceAccount', name, namespace, true);
    case 'rbac.authorization.k8s.io/RoleBinding':
    case 'rbac.authorization.k8s.io/ClusterRoleBinding':
      return (field.get('subjects')?.items() ?? [])
        .filter((subject) => subject.get('kind')?.string === 'ServiceAccount')
        .flatMap((subject) =>
          place('ServiceAccount', subject.get('name'), subject.get('namespace')?.string ?? namespace),
        );
    case 'rbac.authorization.k8s.io/Role':
    case 'rbac.authorization.k8s.io/ClusterRole':
      return (field.get('rules')?.items() ?? [])
        .filter((rule) => rule.get('resources')?.strings().includes('gmsacredentialspecs'))
        .flatMap((rule) => rule.get('resourceNames')?.items() ?? [])
        .flatMap((one) => place('GMSACredentialSpec', one, null));
    default:
      return pods;
  }
}

function place(kind: NamedKind, field: Field | undefined, namespace: string | null, isOwn = false): NamePlace[] {
  const name = field?.string;
  if (field === undefined || name === undefined || isPlaceholder(name)) return [];
  const known = namespace === null || isPlaceholder(namespace) ? null : namespace;
  return [{ kind, name, namespace: known, isOwn, span: field.valueSpan }];
}
