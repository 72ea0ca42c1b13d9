import type { Field } from '../yaml/read/field.ts';
import type {
  FactBase,
  Location,
  ObjectFact,
  PersistentVolumeFact,
  RoleBindingFact,
  RoleFact,
  TolerationFact,
} from './facts.ts';
import { volumeNodeSelection } from './node-selection.ts';
import type { KubeObject } from './object.ts';
import { quantityOf } from './quantity.ts';

/** The kinds for which `factOf` returns facts, with their API groups. */
export const OBJECT_GROUPS: Readonly<Record<ObjectFact['kind'], string>> = {
  RuntimeClass: 'node.k8s.io',
  Node: '',
  PersistentVolumeClaim: '',
  PersistentVolume: '',
  StorageClass: 'storage.k8s.io',
  Service: '',
  Namespace: '',
  ConfigMap: '',
  Secret: '',
  GMSACredentialSpec: 'windows.k8s.io',
  SecretProviderClass: 'secrets-store.csi.x-k8s.io',
  ServiceAccount: '',
  Role: 'rbac.authorization.k8s.io',
  ClusterRole: 'rbac.authorization.k8s.io',
  RoleBinding: 'rbac.authorization.k8s.io',
  ClusterRoleBinding: 'rbac.authorization.k8s.io',
};

export const OBJECT_KINDS = Object.keys(OBJECT_GROUPS) as readonly ObjectFact['kind'][];

/** The fields with the data of a ConfigMap or Secret. A fact contains only the keys of the data. */
const DATA_KEYS: readonly string[] = ['data', 'binaryData', 'stringData'];

/** The fact about an object; undefined for pods, and for kinds that no rule reads. */
export function factOf(object: KubeObject, location: Location): ObjectFact | undefined {
  const known = object.field.known(() => read(object, location));
  if (known !== undefined) return known;
  const incomplete = read(object, location);
  return incomplete && { ...incomplete, isIncomplete: true };
}

function read(object: KubeObject, location: Location): ObjectFact | undefined {
  const { field, namespace } = object;
  const name = nameOf(object);
  const kind = OBJECT_KINDS.find((known) => known === object.kind);
  if (name === null || kind === undefined || OBJECT_GROUPS[kind] !== object.group) return undefined;
  const clusterWide = { name, namespace: null, location };
  const inNamespace = { name, namespace, location };
  const spec = field.get('spec');
  switch (kind) {
    case 'RuntimeClass':
      return {
        ...clusterWide,
        kind,
        handler: field.get('handler')?.string ?? spec?.get('runtimeHandler')?.string,
        nodeSelector: field.at('scheduling', 'nodeSelector')?.stringMap() ?? {},
        tolerations: (field.at('scheduling', 'tolerations')?.items() ?? []).map(tolerationOf),
        hasOverhead: field.get('overhead') !== undefined,
      };
    case 'Node':
      return {
        ...clusterWide,
        kind,
        labels: labelsOf(field),
        taints: (spec?.get('taints')?.items() ?? []).map((taint) => ({
          key: taint.get('key')?.string ?? '',
          value: taint.get('value')?.string ?? '',
          effect: taint.get('effect')?.string,
        })),
        operatingSystem: field.at('status', 'nodeInfo', 'operatingSystem')?.string,
        kubeletVersion: field.at('status', 'nodeInfo', 'kubeletVersion')?.string,
        containerRuntimeVersion: field.at('status', 'nodeInfo', 'containerRuntimeVersion')?.string,
        kernelVersion: field.at('status', 'nodeInfo', 'kernelVersion')?.string,
        osImage: field.at('status', 'nodeInfo', 'osImage')?.string,
        providerId: spec?.get('providerID')?.string,
        allocatable: quantities(field.at('status', 'allocatable')),
      };
    case 'PersistentVolumeClaim':
      return {
        ...inNamespace,
        kind,
        storageClass: storageClassOf(field),
        volume: spec?.get('volumeName')?.string,
        volumeMode: spec?.get('volumeMode')?.string,
        accessModes: spec?.get('accessModes')?.strings() ?? [],
        storage: quantities(spec?.at('resources', 'requests'))?.['storage'],
        hasSelector: spec?.get('selector') !== undefined,
      };
    case 'PersistentVolume':
      return { ...clusterWide, kind, ...volumeOf(spec) };
    case 'StorageClass':
      return {
        ...clusterWide,
        kind,
        provisioner: field.get('provisioner')?.string,
        parameters: field.get('parameters')?.stringMap() ?? {},
      };
    case 'Service':
      return {
        ...inNamespace,
        kind,
        selector: spec?.get('selector')?.stringMap() ?? {},
        protocols: (spec?.get('ports')?.items() ?? []).map((port) => port.get('protocol')?.string ?? 'TCP'),
        headless: spec?.get('clusterIP')?.string === 'None',
      };
    case 'Namespace':
      return {
        ...clusterWide,
        kind,
        labels: labelsOf(field),
        annotations: field.at('metadata', 'annotations')?.stringMap() ?? {},
      };
    case 'ConfigMap':
      return { ...inNamespace, kind, keys: dataKeys(field) };
    case 'Secret':
      return { ...inNamespace, kind, keys: dataKeys(field), hasPlainUserName: hasPlainUserName(field) };
    case 'GMSACredentialSpec':
      return { ...clusterWide, kind };
    case 'SecretProviderClass':
      return { ...inNamespace, kind, provider: spec?.get('provider')?.string };
    case 'ServiceAccount':
      return { ...inNamespace, kind };
    case 'Role':
    case 'ClusterRole':
      return { ...(object.kind === 'Role' ? inNamespace : clusterWide), ...roleOf(object) };
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return { ...(object.kind === 'RoleBinding' ? inNamespace : clusterWide), ...bindingOf(object) };
  }
}

function dataKeys(field: Field): string[] {
  return DATA_KEYS.flatMap((data) => (field.get(data)?.entries() ?? []).map(([key]) => key));
}

function hasPlainUserName(secret: Field): boolean {
  const plain = secret.at('stringData', 'username')?.string;
  if (plain !== undefined) return /^[\w.-]+$/.test(plain.trim());
  const encoded = secret.at('data', 'username')?.string ?? '';
  // `atob` throws for a text that is not Base64, such as a placeholder.
  return (
    /^[A-Za-z\d+/]{2,88}={0,2}$/.test(encoded) && encoded.length % 4 === 0 && /^[\w.-]+$/.test(atob(encoded).trim())
  );
}

/** A toleration of a pod or RuntimeClass; the operator is `Equal` by default. */
export function tolerationOf(field: Field): TolerationFact {
  return {
    key: field.get('key')?.string,
    operator: field.get('operator')?.string ?? 'Equal',
    value: field.get('value')?.string,
    effect: field.get('effect')?.string,
    seconds: field.get('tolerationSeconds')?.number,
  };
}

/** The storage class of a claim; the legacy annotation takes precedence over the field. */
export function storageClassOf(claim: Field): string | undefined {
  const annotation = claim.at('metadata', 'annotations', 'volume.beta.kubernetes.io/storage-class');
  return (annotation ?? claim.at('spec', 'storageClassName'))?.string;
}

/** The name of an object, or a placeholder if a template determines it. */
function nameOf({ name, field }: KubeObject): string | null {
  const isUnknown = name === null && (field.get('metadata') ?? field).isIncomplete;
  return isUnknown ? UNKNOWN_NAME : name;
}

/** As `Field.outline` writes it. */
const UNKNOWN_NAME = '{{…}}';

function labelsOf(field: Field): Record<string, string> {
  return field.at('metadata', 'labels')?.stringMap() ?? {};
}

function quantities(field: Field | undefined): Record<string, number> | undefined {
  if (field?.isMapping !== true) return undefined;
  return Object.fromEntries(
    field.entries().flatMap(([name, value]) => {
      const quantity = quantityOf(value);
      return quantity === undefined ? [] : [[name, quantity]];
    }),
  );
}

/** The keys of a PersistentVolume's spec that are not a volume source. */
const VOLUME_SETTINGS: readonly string[] = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

function volumeOf(spec: Field | undefined): Omit<PersistentVolumeFact, 'kind' | keyof FactBase> {
  const claim = spec?.get('claimRef');
  const claimName = claim?.get('name')?.string;
  const [source, volume] = spec?.entries().find(([key]) => !VOLUME_SETTINGS.includes(key)) ?? [];
  return {
    claim:
      claimName === undefined ? undefined : { name: claimName, namespace: claim?.get('namespace')?.string ?? null },
    storageClass: spec?.get('storageClassName')?.string,
    source,
    driver: volume?.get('driver')?.string,
    fsType: volume?.get('fsType')?.string,
    volumeMode: spec?.get('volumeMode')?.string,
    accessModes: spec?.get('accessModes')?.strings() ?? [],
    storage: quantities(spec?.get('capacity'))?.['storage'],
    nodeRequirements: spec && nodeRequirements(spec),
  };
}

function nodeRequirements(spec: Field): PersistentVolumeFact['nodeRequirements'] {
  const [term, ...others] = volumeNodeSelection(spec).terms ?? [];
  if (term === undefined || others.length > 0 || term.requirements.some(({ state }) => state !== 'valid')) {
    return undefined;
  }
  return term.requirements.map(({ key, operator, values }) => ({ key, operator, values }));
}

function roleOf({ kind, field }: KubeObject): Pick<RoleFact, 'kind' | 'rules'> {
  const rules = (field.get('rules')?.items() ?? []).map((rule) => ({
    groups: rule.get('apiGroups')?.strings() ?? [],
    resources: rule.get('resources')?.strings() ?? [],
    verbs: rule.get('verbs')?.strings() ?? [],
    names: rule.get('resourceNames')?.strings() ?? [],
  }));
  return { kind: kind === 'Role' ? 'Role' : 'ClusterRole', rules };
}

function bindingOf({ kind, field }: KubeObject): Pick<RoleBindingFact, 'kind' | 'role' | 'subjects'> {
  const role = field.get('roleRef');
  const subjects = (field.get('subjects')?.items() ?? []).map((subject) => ({
    kind: subject.get('kind')?.string ?? '',
    name: subject.get('name')?.string ?? '',
    namespace: subject.get('namespace')?.string ?? null,
  }));
  return {
    kind: kind === 'RoleBinding' ? 'RoleBinding' : 'ClusterRoleBinding',
    role: { kind: role?.get('kind')?.string ?? '', name: role?.get('name')?.string ?? '' },
    subjects,
  };
}
