import type { Span } from '../text/span.ts';
import type { Origin } from './controller.ts';
import type { Requirement } from './node-selection.ts';
import type { MergedValue } from './strategic-merge.ts';

/** A span in a document of the workspace. */
export interface Location {
  readonly uri: string;
  /** The index of the document in the file, from 0. */
  readonly document: number;
  /** Offsets from the start of that document. */
  readonly span: Span;
}

/** The properties of every fact. */
export interface FactBase {
  /** Null for cluster-wide objects and where none is set; objects without a namespace belong together. */
  readonly namespace: string | null;
  readonly name: string;
  readonly location: Location;
  /**
   * Whether a template determines a part of the object. What the fact contains is true, but the object may contain more.
   * Facts of pods have a property for each part instead.
   */
  readonly isIncomplete?: boolean;
}

export interface RuntimeClassFact extends FactBase {
  readonly kind: 'RuntimeClass';
  readonly handler: string | undefined;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly TolerationFact[];
  /** Whether it sets a pod overhead. */
  readonly hasOverhead: boolean;
}

/** Node selector and tolerations, as in the `scheduling` of a RuntimeClass. */
export interface NodeScheduling {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly TolerationFact[];
}

export interface TolerationFact {
  readonly key: string | undefined;
  readonly operator: string;
  readonly value: string | undefined;
  readonly effect: string | undefined;
  /** `tolerationSeconds`; undefined means forever. */
  readonly seconds: number | undefined;
}

export interface NodeFact extends FactBase {
  readonly kind: 'Node';
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string | undefined }[];
  /** From `status.nodeInfo`: `windows`, `v1.29.4`, `containerd://1.7.13`, `10.0.20348.2340`. */
  readonly operatingSystem: string | undefined;
  readonly kubeletVersion: string | undefined;
  readonly containerRuntimeVersion: string | undefined;
  readonly kernelVersion: string | undefined;
  readonly osImage: string | undefined;
  /** From `spec`: `azure:///subscriptions/…`. */
  readonly providerId: string | undefined;
  /** From `status.allocatable`; undefined if it is not there. */
  readonly allocatable: Readonly<Record<string, number>> | undefined;
}

/** A pod or pod template with its verdict. The verdict depends on other facts, so pods are collected last. */
export interface PodFact extends FactBase {
  readonly kind: 'Pod';
  /** The kind of the object that creates it. */
  readonly workload: string;
  readonly origin: Origin;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether a template may add labels. */
  readonly hasUnknownLabels: boolean;
  readonly os: 'windows' | 'linux' | 'either' | 'none' | 'unknown';
  readonly certainty: 'declared' | 'scheduled' | 'image' | 'guessed' | 'assumed' | null;
  /** The Windows builds that its node selection names. */
  readonly hostBuilds: readonly number[] | undefined;
  /** Its tolerations that name Windows. */
  readonly windowsTolerations: readonly TolerationFact[];
  readonly runtimeClass: string | undefined;
  /** What could move to a RuntimeClass for Windows; undefined if its node selector does not select Windows. */
  readonly windowsScheduling: NodeScheduling | undefined;
  /** The minimum; 0 if a template determines it. */
  readonly replicas: number | undefined;
  /** Why Pod Security `restricted` rejects its Linux fields, regardless of `os.name`. */
  readonly linuxReasons: readonly string[];
  readonly ports: readonly { readonly name: string | undefined; readonly port: number; readonly protocol: string }[];
  /** The names of the PersistentVolumeClaims that its volumes use. */
  readonly claims: readonly string[];
  /** The templates of the PersistentVolumeClaims that are created with it. */
  readonly claimTemplates: readonly ClaimTemplateFact[];
}

/** A template of PersistentVolumeClaims, in a StatefulSet or an ephemeral volume. */
export interface ClaimTemplateFact {
  /** The name of its claims, with `*` for the ordinal of the pod; undefined if it cannot be known. */
  readonly name: string | undefined;
  readonly storageClass: string | undefined;
  readonly volume: string | undefined;
}

export interface PersistentVolumeClaimFact extends FactBase {
  readonly kind: 'PersistentVolumeClaim';
  readonly storageClass: string | undefined;
  readonly volume: string | undefined;
  readonly volumeMode: string | undefined;
  readonly accessModes: readonly string[];
  /** The requested size in bytes; undefined if it is not there. */
  readonly storage: number | undefined;
  /** Whether it selects PersistentVolumes by their labels. */
  readonly hasSelector: boolean;
}

export interface PersistentVolumeFact extends FactBase {
  readonly kind: 'PersistentVolume';
  readonly claim: { readonly namespace: string | null; readonly name: string } | undefined;
  readonly storageClass: string | undefined;
  /** The key of its volume source, such as `nfs` or `csi`. */
  readonly source: string | undefined;
  readonly driver: string | undefined;
  readonly fsType: string | undefined;
  readonly volumeMode: string | undefined;
  readonly accessModes: readonly string[];
  /** Its size in bytes; undefined if it is not there. */
  readonly storage: number | undefined;
  /** What its nodes have to meet, if its node affinity has a single term without unknown values. */
  readonly nodeRequirements: readonly Pick<Requirement, 'key' | 'operator' | 'values'>[] | undefined;
}

export interface StorageClassFact extends FactBase {
  readonly kind: 'StorageClass';
  readonly provisioner: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ServiceFact extends FactBase {
  readonly kind: 'Service';
  readonly selector: Readonly<Record<string, string>>;
  readonly protocols: readonly string[];
  /** Whether `clusterIP` is `None`. Only then DNS has names for its pods. */
  readonly headless: boolean;
}

export interface NamespaceFact extends FactBase {
  readonly kind: 'Namespace';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface ConfigMapFact extends FactBase {
  readonly kind: 'ConfigMap';
  readonly keys: readonly string[];
}

export interface SecretFact extends FactBase {
  readonly kind: 'Secret';
  readonly keys: readonly string[];
  /** Whether `username` is known and names no domain: neither `DOMAIN\user` nor `user@domain`. */
  readonly hasPlainUserName: boolean;
}

export interface GmsaCredentialSpecFact extends FactBase {
  readonly kind: 'GMSACredentialSpec';
}

/** Of the Secrets Store CSI driver. */
export interface SecretProviderClassFact extends FactBase {
  readonly kind: 'SecretProviderClass';
  readonly provider: string | undefined;
}

export interface ServiceAccountFact extends FactBase {
  readonly kind: 'ServiceAccount';
}

export interface RoleFact extends FactBase {
  readonly kind: 'Role' | 'ClusterRole';
  readonly rules: readonly {
    readonly groups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
    readonly names: readonly string[];
  }[];
}

export interface RoleBindingFact extends FactBase {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly role: { readonly kind: string; readonly name: string };
  readonly subjects: readonly { readonly kind: string; readonly name: string; readonly namespace: string | null }[];
}

/** A Kustomize file, with URIs instead of paths; null stands for a path outside of the workspace. */
export interface KustomizationFact extends FactBase {
  readonly kind: 'Kustomization';
  /** The URI of its folder, by which other Kustomize files refer to it; undefined if Kustomize does not recognize its name. */
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
  /** The namespace that it sets on all objects. */
  readonly newNamespace: string | undefined;
  /** Fields that it sets to values of other objects, which are not evaluated. */
  readonly replacements: readonly Replacement[];
  /** Whether it may add something that is not evaluated here. */
  readonly isIncomplete: boolean;
  /** Whether it may change any field in a way that is not evaluated here. */
  readonly isUncertain: boolean;
}

/** An entry of `patches`, `patchesStrategicMerge` or `patchesJson6902`. */
export interface KustomizePatch {
  /** The URI of the patch, or its text with the span of that text. */
  readonly source: string | null | { readonly text: string; readonly at: Span };
  /** Anchored regular expressions, and selectors. Without a target, the patch itself contains the name of its object. */
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
  /** Allowed only without `newTag` and `digest`. */
  readonly tagSuffix: string | undefined;
  readonly digest: string | undefined;
  readonly at: Span;
}

/** The text of a document that a Kustomize file uses; the name is the URI of its file. */
export interface ManifestFact extends FactBase {
  readonly kind: 'Manifest';
  readonly text: string;
  /** Whether it is an item of a `List`. */
  readonly isItem: boolean;
}

/** An object as Kustomize builds it from a top-level Kustomize file; the name is the URI of that file. */
export interface RenderedFact extends FactBase {
  readonly kind: 'Rendered';
  /** The documents from which it is built, its own first, with the offset of the object or patch in each. */
  readonly sources: readonly { readonly uri: string; readonly document: number; readonly object: number | null }[];
  /** Null if it is not changed. */
  readonly object: MergedValue | null;
  /** Whether a patch deletes it; `object` is then its state before that. */
  readonly deleted: boolean;
  /** The namespace that a Kustomize file sets; undefined if none does. */
  readonly newNamespace: string | undefined;
  /** Whether something that is not evaluated here may add to it. */
  readonly isIncomplete: boolean;
  /** Whether something that is not evaluated here may change any of its fields. */
  readonly isUncertain: boolean;
  /** Whether a rule could find something in it. */
  readonly isRelevant: boolean;
}

/** The node selectors for operating systems in the default values of a Helm chart; the name is the URI of its folder. */
export interface ChartValuesFact extends FactBase {
  readonly kind: 'ChartValues';
  /** The mappings with a label for an operating system, by their paths below `.Values`: `.agent.nodeSelector`. */
  readonly nodeSelectors: Readonly<
    Record<string, { readonly os: 'windows' | 'linux'; readonly label: string; readonly at: Span }>
  >;
}

/** What the rules find in a document, for the objects that one in it controls; the name is the key of the document. */
export interface FindingsFact extends FactBase {
  readonly kind: 'Findings';
  readonly findings: readonly SharedFinding[];
}

/** What identifies a finding in objects with the same pod. */
export interface SharedFinding {
  readonly object: string;
  readonly rule: string;
  /** The path of the field with names instead of indices. */
  readonly field: string;
  /** 0 for the worst severity. */
  readonly rank: number;
}

/** What documents may read about an object of another document: plain data that can be compared. */
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
  | SecretProviderClassFact
  | ServiceAccountFact
  | RoleFact
  | RoleBindingFact
  | KustomizationFact
  | ManifestFact
  | RenderedFact
  | ChartValuesFact
  | FindingsFact;
export type FactKind = Fact['kind'];
/** A fact that follows from one object alone: not one of a pod, findings, Kustomize or Helm. */
export type ObjectFact = Exclude<
  Fact,
  PodFact | KustomizationFact | ManifestFact | RenderedFact | ChartValuesFact | FindingsFact
>;

export type FactOf<K extends FactKind> = OfKind<Fact, K>;
/** Some types, such as `RoleFact`, have several kinds. */
type OfKind<F extends Fact, K extends FactKind> = F extends { kind: infer Kind } ? (K extends Kind ? F : never) : never;
