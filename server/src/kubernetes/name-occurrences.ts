import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import { type EmbeddedPods, fieldsAt } from './embedded-pods.ts';
import { type KubeObject, objects } from './object.ts';
import { isPlaceholder } from './placeholder.ts';
import { podsOf } from './pod.ts';

/** The kinds of objects whose names are found where others refer to them. */
export type NamedKind =
  | 'RuntimeClass'
  | 'GMSACredentialSpec'
  | 'ServiceAccount'
  | 'ConfigMap'
  | 'PersistentVolumeClaim';

/** A kind, and where pods name objects of it. */
interface NamedKindFields {
  readonly group: string;
  readonly isClusterWide: boolean;
  /** The name of the kind in the rules of roles. */
  readonly resource: string;
  /** In a lower-case text that contains a name of the kind. */
  readonly word: string;
  /** The paths to names from a pod spec, and from a container. */
  readonly inPod: readonly string[];
  readonly inContainer: readonly string[];
}

const CREDENTIAL_SPEC = 'securityContext.windowsOptions.gmsaCredentialSpecName';
/** In a Secret with a token of a service account. */
const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';

const KINDS: Readonly<Record<NamedKind, NamedKindFields>> = {
  RuntimeClass: {
    group: 'node.k8s.io',
    isClusterWide: true,
    resource: 'runtimeclasses',
    word: 'runtimeclass',
    inPod: ['runtimeClassName'],
    inContainer: [],
  },
  GMSACredentialSpec: {
    group: 'windows.k8s.io',
    isClusterWide: true,
    resource: 'gmsacredentialspecs',
    word: 'credentialspec',
    inPod: [CREDENTIAL_SPEC],
    inContainer: [CREDENTIAL_SPEC],
  },
  ServiceAccount: {
    group: '',
    isClusterWide: false,
    resource: 'serviceaccounts',
    word: 'account',
    inPod: ['serviceAccountName', 'serviceAccount'],
    inContainer: [],
  },
  ConfigMap: {
    group: '',
    isClusterWide: false,
    resource: 'configmaps',
    word: 'configmap',
    inPod: ['volumes[*].configMap.name', 'volumes[*].projected.sources[*].configMap.name'],
    inContainer: ['env[*].valueFrom.configMapKeyRef.name', 'envFrom[*].configMapRef.name'],
  },
  PersistentVolumeClaim: {
    group: '',
    isClusterWide: false,
    resource: 'persistentvolumeclaims',
    word: 'claim',
    inPod: ['volumes[*].persistentVolumeClaim.claimName'],
    inContainer: [],
  },
};

const NAMED_KINDS = Object.keys(KINDS) as NamedKind[];

/** The keys of fields with names; for a name in a list, the key of the list. */
export const NAME_KEYS: ReadonlySet<string> = new Set([
  'name',
  'resourceNames',
  ACCOUNT_ANNOTATION,
  ...Object.values(KINDS).flatMap(({ inPod }) => inPod.map((path) => path.slice(path.lastIndexOf('.') + 1))),
]);

/** What a name means: an object of a kind. */
export interface ObjectName {
  readonly kind: NamedKind;
  readonly name: string;
  /** Null if none is set, and for cluster-wide objects. */
  readonly namespace: string | null;
}

/** A name of an object in a document: its own, or a reference to another object. */
export interface NameOccurrence extends ObjectName {
  /** Whether it is the object's own name. */
  readonly isOwn: boolean;
  /** Whether it also names objects of other kinds, as the rule of a role may. */
  readonly isShared: boolean;
  readonly field: Field;
}

/** Every name of an object of these kinds in a document, in text order. */
export function nameOccurrences(document: Document, configured: EmbeddedPods): NameOccurrence[] {
  const found = document.views.flatMap(({ root }) =>
    objects(document, root).flatMap((object) => occurrencesIn(object, configured)),
  );
  // Text outside of template branches is in every view.
  const distinct = new Map(found.map((name) => [`${name.field.valueSpan.start} ${name.kind}`, name]));
  return [...distinct.values()].sort((a, b) => a.field.valueSpan.start - b.field.valueSpan.start);
}

/** Whether two names may mean the same object; a name without a namespace may be in any namespace. */
export function isSameName(a: ObjectName, b: ObjectName): boolean {
  return a.kind === b.kind && a.name === b.name && mayShareNamespace(a.namespace, b.namespace);
}

/** Whether two namespaces may be the same. Null may be any. */
export function mayShareNamespace(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

/** Whether a text may contain this name of an object, without parsing it. */
export function mayContainName(text: string, { kind, name }: Pick<ObjectName, 'kind' | 'name'>): boolean {
  return text.includes(name) && text.toLowerCase().includes(KINDS[kind].word);
}

function occurrencesIn(object: KubeObject, configured: EmbeddedPods): NameOccurrence[] {
  return [
    ...NAMED_KINDS.filter((kind) => kind === object.kind && KINDS[kind].group === object.group).flatMap((kind) =>
      occurrence(kind, object.field.at('metadata', 'name'), object.namespace, { isOwn: true }),
    ),
    ...podsOf(object, configured).flatMap(({ spec, containers }) =>
      NAMED_KINDS.flatMap((kind) => {
        const { inPod, inContainer } = KINDS[kind];
        return [
          ...inPod.flatMap((path) => fieldsAt(spec, path)),
          ...containers.flatMap(({ field }) => inContainer.flatMap((path) => fieldsAt(field, path))),
        ].flatMap((field) => occurrence(kind, field, object.namespace));
      }),
    ),
    ...inOtherObject(object),
  ];
}

/** The references in an object without pods. */
function inOtherObject({ group, kind, field, namespace }: KubeObject): NameOccurrence[] {
  const ownOr = (owner: Field | undefined) => owner?.get('namespace')?.string ?? namespace;
  switch (`${group}/${kind}`) {
    case 'rbac.authorization.k8s.io/RoleBinding':
    case 'rbac.authorization.k8s.io/ClusterRoleBinding':
      return (field.get('subjects')?.items() ?? [])
        .filter((subject) => subject.get('kind')?.string === 'ServiceAccount')
        .flatMap((subject) => occurrence('ServiceAccount', subject.get('name'), ownOr(subject)));
    case 'rbac.authorization.k8s.io/Role':
    case 'rbac.authorization.k8s.io/ClusterRole':
      return (field.get('rules')?.items() ?? []).flatMap((rule) => inRule(rule, namespace));
    case '/PersistentVolume': {
      const claim = field.at('spec', 'claimRef');
      return occurrence('PersistentVolumeClaim', claim?.get('name'), ownOr(claim));
    }
    case '/PersistentVolumeClaim':
      return ['dataSource', 'dataSourceRef']
        .map((key) => field.at('spec', key))
        .filter((source) => source?.get('kind')?.string === 'PersistentVolumeClaim')
        .flatMap((source) => occurrence('PersistentVolumeClaim', source?.get('name'), ownOr(source)));
    case '/Secret':
      return occurrence('ServiceAccount', field.at('metadata', 'annotations', ACCOUNT_ANNOTATION), namespace);
    default:
      return [];
  }
}

/** The names in a rule of a role, which apply to each of its resources. */
function inRule(rule: Field, namespace: string | null): NameOccurrence[] {
  const resources = new Set((rule.get('resources')?.strings() ?? []).map((resource) => resource.replace(/\/.*/, '')));
  const names = rule.get('resourceNames')?.items() ?? [];
  return NAMED_KINDS.filter((kind) => resources.has(KINDS[kind].resource)).flatMap((kind) =>
    names.flatMap((name) => occurrence(kind, name, namespace, { isShared: resources.size > 1 })),
  );
}

function occurrence(
  kind: NamedKind,
  field: Field | undefined,
  namespace: string | null,
  { isOwn = false, isShared = false } = {},
): NameOccurrence[] {
  const name = field?.string;
  if (field === undefined || name === undefined || isPlaceholder(name)) return [];
  const isUnknown = namespace === null || KINDS[kind].isClusterWide || isPlaceholder(namespace);
  return [{ kind, name, namespace: isUnknown ? null : namespace, isOwn, isShared, field }];
}
