import type { Span } from '../text/span.ts';
import { isPlaceholder } from './placeholder.ts';
import type { Joined } from './strategic-merge.ts';

/** A place in some document of the workspace, the one being looked at or another. */
export interface Location {
  readonly uri: string;
  /** Which document of the file, from 0. */
  readonly document: number;
  /** Counted from the start of that document. */
  readonly span: Span;
}

/** What all facts have. */
export interface Named {
  /** Null where there is none: a missing namespace is one of its own. */
  readonly namespace: string | null;
  readonly name: string;
  readonly location: Location;
  /**
   * Whether a template decides a part of what the fact tells: what it says is so, but what it leaves out may be there
   * all the same. Of a pod it is said part by part.
   */
  readonly isIncomplete?: boolean;
}

export interface RuntimeClassFact extends Named {
  readonly kind: 'RuntimeClass';
  readonly handler: string | undefined;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly TolerationFact[];
  /** Whether it adds to what its pods ask for. */
  readonly hasOverhead: boolean;
}

/** What decides on which nodes a pod can run, as RuntimeClasses say it. */
export interface NodeScheduling {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly TolerationFact[];
}

export interface TolerationFact {
  readonly key: string | undefined;
  readonly operator: string;
  readonly value: string | undefined;
  readonly effect: string | undefined;
  /** How long it is valid; undefined if it does not expire. */
  readonly seconds: number | undefined;
}

export interface NodeFact extends Named {
  readonly kind: 'Node';
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string | undefined }[];
  /** What it says of itself in its status: `windows`, `v1.29.4`, `containerd://1.7.13`, `10.0.20348.2340`. */
  readonly operatingSystem: string | undefined;
  readonly kubeletVersion: string | undefined;
  readonly containerRuntimeVersion: string | undefined;
  readonly kernelVersion: string | undefined;
}

/** A pod or pod template with its verdict: derived from other facts, so that those of its kind come last. */
export interface PodFact extends Named {
  readonly kind: 'Pod';
  /** The kind of the object that makes it. */
  readonly workload: string;
  /** Those that are known; where they are `openLabels`, a template may add others. */
  readonly labels: Readonly<Record<string, string>>;
  readonly hasUnknownLabels: boolean;
  readonly os: 'windows' | 'linux' | 'either' | 'none' | 'unknown';
  readonly certainty: 'declared' | 'scheduled' | 'guessed' | null;
  /** The builds of its nodes, where its labels name them. */
  readonly hostBuilds: readonly number[] | undefined;
  /** Its tolerations that name Windows. */
  readonly windowsTolerations: readonly TolerationFact[];
  readonly runtimeClass: string | undefined;
  /** What a RuntimeClass for Windows could say in its place; undefined where its node selector does not select Windows. */
  readonly windowsScheduling: NodeScheduling | undefined;
  /** At least so many, 0 where a template decides it. */
  readonly replicas: number | undefined;
  /** What the level `restricted` of Pod Security has against its fields for Linux, `os.name` aside. */
  readonly linuxReasons: readonly string[];
  readonly ports: readonly { readonly name: string | undefined; readonly port: number; readonly protocol: string }[];
  /** The claims that its volumes name. */
  readonly claims: readonly string[];
  /** The claims that it brings along itself, one for each template. */
  readonly ownClaims: readonly OwnClaimFact[];
}

/** A template of claims: of a StatefulSet, or of an ephemeral volume. */
export interface OwnClaimFact {
  /** What the claims of the template are called, with `*` for the number of the pod; undefined where nobody knows. */
  readonly name: string | undefined;
  readonly storageClass: string | undefined;
  readonly volume: string | undefined;
}

export interface PersistentVolumeClaimFact extends Named {
  readonly kind: 'PersistentVolumeClaim';
  readonly storageClass: string | undefined;
  readonly volume: string | undefined;
  readonly volumeMode: string | undefined;
}

export interface PersistentVolumeFact extends Named {
  readonly kind: 'PersistentVolume';
  readonly claim: { readonly namespace: string | null; readonly name: string } | undefined;
  readonly storageClass: string | undefined;
  /** The key of its source, such as `nfs` or `csi`; the driver and file system where the source has them. */
  readonly source: string | undefined;
  readonly driver: string | undefined;
  readonly fsType: string | undefined;
}

export interface StorageClassFact extends Named {
  readonly kind: 'StorageClass';
  readonly provisioner: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ServiceFact extends Named {
  readonly kind: 'Service';
  readonly selector: Readonly<Record<string, string>>;
  readonly protocols: readonly string[];
  /** Whether it has no address of its own: only then its pods have names. */
  readonly headless: boolean;
}

export interface NamespaceFact extends Named {
  readonly kind: 'Namespace';
  readonly labels: Readonly<Record<string, string>>;
}

export interface ConfigMapFact extends Named {
  readonly kind: 'ConfigMap';
  readonly keys: readonly string[];
}

export interface SecretFact extends Named {
  readonly kind: 'Secret';
  readonly keys: readonly string[];
}

export interface GmsaCredentialSpecFact extends Named {
  readonly kind: 'GMSACredentialSpec';
}

export interface RoleFact extends Named {
  readonly kind: 'Role' | 'ClusterRole';
  readonly rules: readonly {
    readonly groups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
    readonly names: readonly string[];
  }[];
}

export interface RoleBindingFact extends Named {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly role: { readonly kind: string; readonly name: string };
  readonly subjects: readonly { readonly kind: string; readonly name: string; readonly namespace: string | null }[];
}

/** A Kustomize file. Paths in it are URIs here; null stands for one that is no path within the workspace. */
export interface KustomizationFact extends Named {
  readonly kind: 'Kustomization';
  /** The URI of its folder, by which others use it; undefined where Kustomize would not find a file of this name. */
  readonly folder: string | undefined;
  readonly isComponent: boolean;
  /** Files and folders. */
  readonly resources: readonly string[];
  readonly components: readonly (string | null)[];
  readonly patches: readonly KustomizePatch[];
  readonly images: readonly ImageChange[];
  readonly prefix: string;
  readonly suffix: string;
  readonly namespace: null;
  /** The namespace that it puts everything into. */
  readonly newNamespace: string | undefined;
  /** What it puts elsewhere, from objects of which it is not read what they have. */
  readonly replacements: readonly Replacement[];
  /** Whether more may come of it than is read. */
  readonly isIncomplete: boolean;
  /** Whether it may change anything. */
  readonly isUncertain: boolean;
}

/** An entry of `patches`, `patchesStrategicMerge` or `patchesJson6902`. */
export interface KustomizePatch {
  /** The file of the patch, or its text with the place where it is written. */
  readonly source: string | null | { readonly text: string; readonly at: Span };
  /** Regular expressions for whole values, and selectors; without a target a patch names its object itself. */
  readonly target: Readonly<Record<string, string>> | undefined;
}

/** Paths in the objects that a target selects, such as `spec.template.spec.containers.[name=web].image`. */
export interface Replacement {
  readonly target: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
  readonly at: Span;
}

/** An entry of `images`. */
export interface ImageChange {
  readonly name: string;
  readonly newName: string | undefined;
  readonly newTag: string | undefined;
  /** Only where neither a tag nor a digest is given. */
  readonly tagSuffix: string | undefined;
  readonly digest: string | undefined;
  readonly at: Span;
}

/** The text of a document that a Kustomize file uses. Its name is the URI of its file. */
export interface ManifestFact extends Named {
  readonly kind: 'Manifest';
  readonly text: string;
  /** Whether it is an item of a `List`. */
  readonly isItem: boolean;
}

/** An object as a Kustomize file that no other one uses renders it; its name is the URI of that file. */
export interface RenderedFact extends Named {
  readonly kind: 'Rendered';
  /** The documents that it is made of, its own first, and the offsets at which its object or patch begins there. */
  readonly sources: readonly { readonly uri: string; readonly document: number; readonly object: number | null }[];
  /** Null where nothing changes it. */
  readonly object: Joined | null;
  /** Whether a patch takes it away; it is then as it was before. */
  readonly deleted: boolean;
  /** The namespace that it is put into; undefined where it keeps its own. */
  readonly newNamespace: string | undefined;
  /** Whether something that could not be read may add to it. */
  readonly isIncomplete: boolean;
  /** Whether something that could not be read may change any of it. */
  readonly isUncertain: boolean;
  /** Whether a rule could speak of it. */
  readonly isRelevant: boolean;
}

/** What the values of a Helm chart say of operating systems, if no others are given. Its name is the URI of its folder. */
export interface ChartValuesFact extends Named {
  readonly kind: 'ChartValues';
  /** The mappings with a label for an operating system, by their paths below `.Values`: `.agent.nodeSelector`. */
  readonly nodeSelectors: Readonly<
    Record<string, { readonly os: 'windows' | 'linux'; readonly label: string; readonly at: Span }>
  >;
}

/** What one object tells about others: plain data that can be compared, kept instead of the object's tree. */
export type Fact =
  | RuntimeClassFact
  | NodeFact
  | PodFact
  | PersistentVolumeClaimFact
  | PersistentVolumeFact
  | StorageClassFact
  | ServiceFact
  | NamespaceFact
  | ConfigMapFact
  | SecretFact
  | GmsaCredentialSpecFact
  | RoleFact
  | RoleBindingFact
  | KustomizationFact
  | ManifestFact
  | RenderedFact
  | ChartValuesFact;
export type FactKind = Fact['kind'];
/** What an object tells by itself: no pod, for that rests on others, and nothing of Kustomize or Helm. */
export type ObjectFact = Exclude<Fact, PodFact | KustomizationFact | ManifestFact | RenderedFact | ChartValuesFact>;

export type FactOf<K extends FactKind> = OfKind<Fact, K>;
/** One type of fact may stand for several kinds. */
type OfKind<F extends Fact, K extends FactKind> = F extends { kind: infer Kind } ? (K extends Kind ? F : never) : never;

/** What can be compared by its text. */
export type PlainData =
  | string
  | number
  | boolean
  | null
  | readonly PlainData[]
  | { readonly [key: string]: PlainData | undefined };

/** Reads facts within the scope of one workspace folder. */
export interface Facts {
  /** The one object of that kind and name; undefined where there is none or where objects of that name disagree. */
  named<K extends FactKind>(kind: K, name: string, namespace?: string | null): FactOf<K> | undefined;
  /**
   * The objects of a kind and namespace, `undefined` for any, that pass a test. Facts that can pass have all of `keys`
   * (see `keysOf`): only those with the rarest are looked at. The answer is remembered for the test and what it goes by,
   * so that the test is to be a function of a module: it takes what it needs to know from `by`.
   */
  where<K extends FactKind, By extends PlainData>(
    kind: K,
    namespace: string | null | undefined,
    test: (fact: FactOf<K>, by: By) => boolean,
    by: By,
    keys?: readonly string[],
  ): readonly FactOf<K>[];
  /** The facts of a kind that have a key (see `keysOf`), found without a look at the others. */
  keyed<K extends FactKind>(kind: K, key: string): readonly FactOf<K>[];
  /** Every object of a kind, in the order of files and documents. A change of any of them changes the answer. */
  all<K extends FactKind>(kind: K): readonly FactOf<K>[];
  /**
   * Plain data that is made of facts: only another answer is a change, whatever else those facts come to say. It is
   * remembered for the function and what it goes by, as in `where`.
   */
  derived<T, By extends PlainData>(derive: (facts: Facts, by: By) => T, by: By): T;
}

/** Where nothing else is in the workspace. */
export const NO_FACTS: Facts = {
  named: () => undefined,
  where: () => [],
  keyed: () => [],
  all: () => [],
  derived: (derive, by) => derive(NO_FACTS, by),
};

/** The names that objects of a kind have, each once. */
export function namesOf(facts: Facts, kind: FactKind): readonly string[] {
  return facts.derived(allNames, kind);
}

function allNames(facts: Facts, kind: FactKind): readonly string[] {
  return [...new Set(facts.all(kind).map(({ name }) => name))];
}

/** What facts are looked up by where there may be many: their name and, by kind, labels, files and folders. */
export function keysOf(fact: Fact): readonly string[] {
  return [called(fact.name), ...otherKeysOf(fact)];
}

function otherKeysOf(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'Pod':
      return Object.entries(fact.labels).map(([key, value]) => labeled(key, value));
    case 'Kustomization':
      return [...(fact.folder === undefined ? [] : [inFolder(fact.folder)]), ...usedBy(fact).map(using)];
    case 'Manifest':
      return [fact.name];
    case 'Rendered':
      return fact.sources.flatMap((source) => [source.uri, writtenIn(source)]);
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return [
        ...fact.subjects.map(({ kind, name }) =>
          kind === 'ServiceAccount' && !isPlaceholder(name) ? bindingAccount(name) : BINDING_OTHERS,
        ),
        ...(fact.isIncomplete ? [BINDING_OTHERS] : []),
      ];
    default:
      return [];
  }
}

/** The key of the objects that have a name, in whatever namespace. */
export function called(name: string): string {
  return `${NAMED}${name}`;
}

/** The name in such a key; undefined for any other key. */
export function nameInKey(key: string): string | undefined {
  return key.startsWith(NAMED) ? key.slice(NAMED.length) : undefined;
}

const NAMED = 'named ';

/** The key of the pods that have a label. */
export function labeled(key: string, value: string): string {
  return `labeled ${key}=${value}`;
}

/** The key of the bindings that name a service account, in whatever namespace. */
export function bindingAccount(name: string): string {
  return `binding of ${name}`;
}

/** The key of the bindings that may be for a service account without its name: by a group, or by what is not known. */
export const BINDING_OTHERS = 'binding others';

/** The key of the Kustomize file in a folder. */
export function inFolder(uri: string): string {
  return `in ${uri}`;
}

/** The key of the objects of Kustomize that a document is a source of. */
function writtenIn({ uri, document }: Pick<Location, 'uri' | 'document'>): string {
  return `document ${document} of ${uri}`;
}

/** The objects of Kustomize that a document is a source of. Most files are of none: their documents share one question. */
export function renderedOf(facts: Facts, at: Pick<Location, 'uri' | 'document'>): readonly RenderedFact[] {
  const ofFile = facts.keyed('Rendered', at.uri);
  return ofFile.length === 0 ? ofFile : facts.keyed('Rendered', writtenIn(at));
}

/** The key of the Kustomize files that use a file or folder. */
export function using(uri: string): string {
  return `using ${uri}`;
}

/** The files and folders that a Kustomize file uses. */
export function usedBy({ resources, components, patches }: KustomizationFact): string[] {
  const files = patches.map(({ source }) => (typeof source === 'string' ? source : null));
  return [...resources, ...components, ...files].filter((uri) => uri !== null);
}
