// The shapes of JSON results. docs/schemas is generated from the types in this file, with the comments as descriptions
// (test/repository/result-schemas.ts, which also lists the tags). They are the types of the npm package too, so this file
// imports nothing.

/** What a problem means for the object: `rejected` by the API server, `fails` to start, `ignored` field, and so on. */
export type Effect = 'rejected' | 'fails' | 'ignored' | 'differs' | 'unsupported' | 'advice';

/** How serious a finding is. It follows from the effect, unless the setting `rules` names another severity. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Why a pod is known to run on Windows: by `os.name`, by node selector or affinity, by an image that exists for no other system, or by other evidence. `assumed`: it is not, but `--assume-windows` checks it as a Windows pod. */
export type Certainty = 'declared' | 'scheduled' | 'image' | 'guessed' | 'assumed';

/** Lines and columns start at 1; columns are UTF-16 code units. */
export interface Place {
  /** @integer @minimum 1 */
  readonly line: number;
  /** @integer @minimum 1 */
  readonly column: number;
}

/** From the first character to the position after the last one. */
export interface Range {
  readonly start: Place;
  readonly end: Place;
}

/** An object of Kubernetes, as its manifest names it. */
export interface ObjectName {
  readonly kind: string;
  readonly name: string | null;
  readonly namespace: string | null;
}

/** Something that does not work on Windows nodes. */
export interface Finding {
  /** The id of the rule: `category/name`. @pattern ^[a-z0-9-]+/[a-z0-9-]+$ */
  readonly rule: string;
  /**
   * `rejected`: the API server rejects the object. `fails`: the pod does not start. `ignored`: the field has no effect.
   * `differs`: it behaves differently than on Linux. `unsupported`: it may work, but nobody supports it. `advice`: a
   * recommendation.
   */
  readonly effect: Effect;
  readonly severity: Severity;
  /** One or two sentences. Code is in backticks. @minLength 1 */
  readonly message: string;
  /** The object that contains it; null for a directive, a comment such as `# kubewin: allow`. */
  readonly object: ObjectName | null;
  /** The path of the field in the object, as the API server writes it; null for a directive. */
  readonly field: string | null;
  /** The template of the chart that the object is from, as `helm template` names it above the object; null otherwise. */
  readonly source: string | null;
  /** The certainty of the verdict; null if the operating system is unknown or the object is not a pod. */
  readonly certainty: Certainty | null;
  readonly range: Range;
  /** The fixes that editors offer, best first. */
  readonly fixes: readonly {
    /** @minLength 1 */
    readonly title: string;
    /**
     * `safe`: the API server rejects the field that the fix removes, and --fix applies it. `ineffective`: the field has no
     * effect on a pod that certainly runs on Windows, and --fix-ineffective applies it, too. `review`: only --fix-rule
     * applies it.
     */
    readonly safety: 'safe' | 'ineffective' | 'review';
  }[];
}

/** A message that is not a finding: what could not be read or parsed, or that there is no Kubernetes object. */
export interface Note {
  /** The exit code is 2 because of an error. */
  readonly level: 'error' | 'note';
  /** Null if it is not about a file. */
  readonly path: string | null;
  readonly place: Place | null;
  /** @minLength 1 */
  readonly message: string;
}

interface Result {
  /** The version of this shape: it changes when a property is removed or renamed, or means something else. @const 1 */
  readonly schemaVersion: number;
  /** The version of Kubewin. @pattern ^\d+\.\d+\.\d+ */
  readonly kubewin: string;
}

interface ManifestResult extends Result {
  /** The Kubernetes release that the result is for; where configuration files set several, that of the first file. @pattern ^1\.\d+$ */
  readonly kubernetesVersion: string;
  /** What could not be read, parsed or written, and whether no object was found: what is on standard error. */
  readonly notes: readonly Note[];
}

/** The findings of every severity: what `kubewin check --format json` writes. @title kubewin check --format json */
export interface CheckResult extends ManifestResult {
  /** Every file that was read, in the order of their paths. In the API, a file is missing if a note says why. */
  readonly files: readonly {
    /** The path as given on the command line, continued below folders, with slashes; - for standard input, unless --stdin-filename names it. For the objects of a cluster: cluster. */
    readonly path: string;
    readonly findings: readonly Finding[];
  }[];
  readonly totals: {
    /** How many fixes --fix would apply. @integer @minimum 0 */
    readonly safeFixes: number;
    /** How many more --fix-ineffective would apply. @integer @minimum 0 */
    readonly ineffectiveFixes: number;
  };
}

interface UpgradeResult extends ManifestResult {
  /** The release after the upgrade; kubernetesVersion is that of today. @pattern ^1\.\d+$ */
  readonly upgradeTo: string;
}

/** What an upgrade of the cluster changes: what `kubewin check --upgrade-to --format json` writes. @title kubewin check --upgrade-to --format json */
export interface CheckUpgradeResult extends UpgradeResult {
  /** Every file that was read, in the order of their paths. */
  readonly files: readonly {
    /** The path as given on the command line, continued below folders, with slashes; - for standard input, unless --stdin-filename names it. */
    readonly path: string;
    /** New findings, and those with another effect or severity, unless it is less severe. The exit code counts them. */
    readonly findings: readonly ChangedFinding[];
    /** Findings that are gone, as they are today, and less severe ones. */
    readonly improvements: readonly ChangedFinding[];
  }[];
}

/** A finding that an upgrade changes, as it is after the upgrade. */
export interface ChangedFinding extends Finding {
  readonly change: {
    readonly kind: 'new' | 'changed' | 'gone';
    /** The first release from which on it is as after the upgrade. @pattern ^1\.\d+$ */
    readonly since: string;
    /** What it is today; null for a new finding. */
    readonly before: FindingToday | null;
  };
}

interface FindingToday {
  readonly effect: Effect;
  readonly severity: Severity;
}

/** The operating system of each workload: what `kubewin explain --format json` writes. @title kubewin explain --format json */
export interface ExplainResult extends ManifestResult {
  /** Every file that was read, in the order of their paths. The API reads one; there is none if a note says why. */
  readonly files: readonly {
    /** The path as given on the command line, continued below folders, with slashes; - for standard input, unless --stdin-filename names it. */
    readonly path: string;
    readonly workloads: readonly Workload[];
  }[];
}

/** The workloads whose operating system, or whose problems on Windows, an upgrade of the cluster changes. @title kubewin explain --upgrade-to --format json */
export interface ExplainUpgradeResult extends UpgradeResult {
  /** Every file that was read, in the order of their paths. */
  readonly files: readonly {
    readonly path: string;
    readonly workloads: readonly ChangedWorkload[];
  }[];
}

/** A workload as it is after the upgrade. */
interface ChangedWorkload extends Workload {
  readonly change: {
    /** The first release from which on it is as after the upgrade. @pattern ^1\.\d+$ */
    readonly since: string;
    readonly before: WorkloadToday;
  };
}

interface WorkloadToday {
  readonly verdict: 'windows' | 'linux' | 'either' | 'unknown' | 'none';
  readonly certainty: Certainty | null;
  /** @integer @minimum 0 */
  readonly moreOnWindows: number;
}

/** A pod, or an object that creates pods, with its operating system. */
export interface Workload {
  readonly object: ObjectName;
  /** The events at which Helm creates it, such as `pre-install` or `test`; empty if it is a part of the release. */
  readonly hook: readonly string[];
  /** `either`: it can be scheduled on both. `none`: no node matches, and os.name is not set. `unknown`: there is no conclusive evidence. */
  readonly verdict: 'windows' | 'linux' | 'either' | 'unknown' | 'none';
  /** `declared`: by os.name. `scheduled`: by node selector, affinity or RuntimeClass. `image`: by an image that exists for no other system. `guessed`: by other evidence. */
  readonly certainty: Certainty | null;
  /** How many more findings, except hints, `kubewin check --assume-windows` reports in it, if its evidence for Windows is weak or contradictory; otherwise 0. @integer @minimum 0 */
  readonly moreOnWindows: number;
  /** All evidence, including contradictory evidence; what decided comes first. */
  readonly evidence: readonly Evidence[];
}

/** Something in a manifest that indicates an operating system. */
export interface Evidence {
  /** Its kind, such as `nodeSelector` or `image`. */
  readonly signal: Signal;
  readonly says: 'windows' | 'linux' | 'either' | 'none';
  /** The path of the field in its object; null for a comment. */
  readonly field: string | null;
  /** The file that contains it, which can be another one. */
  readonly path: string;
  readonly range: Range;
}

/** The kinds of evidence. */
export type Signal =
  | 'os.name'
  | 'directive'
  | 'nodeSelector'
  | 'nodeAffinity'
  | 'runtimeClass'
  | 'cloudLabel'
  | 'nodeName'
  | 'hostProcess'
  | 'image'
  | 'registry'
  | 'windowsOptions'
  | 'resource'
  | 'toleration'
  | 'preferredAffinity'
  | 'command'
  | 'path'
  | 'linuxField'
  | 'chartValues';

/** The images of all workloads. @title kubewin images --format json */
export interface ImagesResult extends ManifestResult {
  /** Every file that was read, in the order of their paths. */
  readonly files: readonly {
    readonly path: string;
    readonly images: readonly UsedImage[];
  }[];
}

/** An image of a container. */
interface UsedImage {
  /** As it is written, or as Helm writes it. */
  readonly image: string;
  /** The whole name; null for a text that is not a reference, such as one with an unknown part. */
  readonly name: string | null;
  readonly object: ObjectName;
  /** The events at which Helm creates the object; empty if it is a part of the release. */
  readonly hook: readonly string[];
  /** The name of the container; null without one. */
  readonly container: string | null;
  readonly place: Place;
  readonly verdict: 'windows' | 'linux' | 'either' | 'unknown' | 'none';
  readonly certainty: Certainty | null;
  /** The platforms in `.kubewin-images.yaml`, such as `windows/amd64 10.0.20348.1`; null if the image is not in it. */
  readonly platforms: readonly string[] | null;
}

/** What workloads that are not for Windows need to run on Windows nodes. @title kubewin migrate --format json */
export interface MigrateResult extends ManifestResult {
  readonly totals: {
    /** How many workloads were assessed. @integer @minimum 0 */
    readonly workloads: number;
    /** How many workloads are for Windows already. @integer @minimum 0 */
    readonly windows: number;
    /** How many cannot be assessed. @integer @minimum 0 */
    readonly skipped: number;
    /** @integer @minimum 0 */
    readonly states: Readonly<Record<State, number>>;
    /** @integer @minimum 0 */
    readonly efforts: Readonly<Record<Effort, number>>;
    /** In how many workloads a person has to do something about it. @integer @minimum 0 */
    readonly topics: Readonly<Record<Topic, number>>;
  };
  /** Every file that was read, in the order of their paths. */
  readonly files: readonly {
    readonly path: string;
    readonly workloads: readonly MigratedWorkload[];
    /** What cannot be assessed, in the order of the text. */
    readonly skipped: readonly SkippedWorkload[];
  }[];
}

export interface SkippedWorkload {
  /** Null if a template writes all of it. */
  readonly object: ObjectName | null;
  readonly place: Place;
  /** patch: it is a patch or a part of an object; other form: its pods have another form than in the Kubernetes API; template: a template writes it, with values or named templates that are unknown. */
  readonly reason: 'patch' | 'other form' | 'template';
}

type State = 'ready' | 'fixable' | 'manual' | 'linux';
type Effort = 'none' | 'small' | 'medium' | 'large';
type Topic = 'images' | 'commands' | 'hostPaths' | 'volumes' | 'security' | 'network' | 'scheduling' | 'other';

export interface MigratedWorkload {
  readonly object: ObjectName;
  /** The events at which Helm creates it, such as `pre-install` or `test`; empty if it is a part of the release. */
  readonly hook: readonly string[];
  readonly place: Place;
  /** ready: it only has to select Windows nodes; fixable: fixes do the rest; manual: a person has to do something; linux: none of its images has a Windows variant. */
  readonly state: State;
  /** What docs/migrate.md defines. */
  readonly effort: Effort;
  /** Each once. */
  readonly images: readonly MigratedImage[];
  readonly steps: readonly MigrationStep[];
}

export interface MigratedImage {
  /** As it is written; null if it is unknown. */
  readonly name: string | null;
  /** Whether it has a Windows variant; null if this is not known. */
  readonly windows: boolean | null;
}

export interface MigrationStep {
  readonly topic: Topic;
  /** Who does it. */
  readonly by: 'fix' | 'person';
  /** The rule that reports it; null if none does. */
  readonly rule: string | null;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  /** The first of the fields; null if it is about the whole workload. */
  readonly field: string | null;
  /** The paths of all fields in the object that it is about. */
  readonly fields: readonly string[];
  /** The image that it is about, as it is written. */
  readonly image: string | null;
  /** The title of the fix. */
  readonly fix: string | null;
}

/** Texts with their fixes applied. @title fix of the npm package */
export interface FixResult extends ManifestResult {
  readonly files: readonly {
    readonly path: string;
    /** The text with the fixes; without any, as it was. */
    readonly text: string;
    /** How many fixes were applied. @integer @minimum 0 */
    readonly fixes: number;
  }[];
}

/** The workloads whose migration to Windows an upgrade of the cluster changes. @title kubewin migrate --upgrade-to --format json */
export interface MigrateUpgradeResult extends UpgradeResult {
  /** Every file that was read, in the order of their paths. */
  readonly files: readonly {
    readonly path: string;
    readonly workloads: readonly ChangedMigration[];
  }[];
}

export interface ChangedMigration {
  readonly object: ObjectName;
  /** The events at which Helm creates it, such as `pre-install` or `test`; empty if it is a part of the release. */
  readonly hook: readonly string[];
  readonly place: Place;
  /** The first release from which on it is as after the upgrade. @pattern ^1\.\d+$ */
  readonly since: string;
  /** What remains to do today. */
  readonly before: Remaining;
  /** What remains to do after the upgrade. */
  readonly after: Remaining;
  /** Only steps that the upgrade changes. */
  readonly steps: readonly ChangedStep[];
}

interface Remaining {
  readonly state: State;
  readonly effort: Effort;
}

interface ChangedStep extends MigrationStep {
  readonly change: {
    readonly kind: 'new' | 'changed' | 'gone';
    /** @pattern ^1\.\d+$ */
    readonly since: string;
  };
}

/** All rules, in the order of their ids. @title kubewin rules --format json */
export interface RulesResult extends Result {
  readonly rules: readonly ListedRule[];
}

export interface ListedRule {
  /** The category and the name, as suppressions and settings name the rule. @pattern ^[a-z0-9-]+/[a-z0-9-]+$ */
  readonly id: string;
  /** A short name, which never changes. @pattern ^KW\d{4}$ */
  readonly code: string;
  /** What the rule finds. */
  readonly title: string;
  /** The highest severity of its findings; off if the rule is off by default. */
  readonly defaultSeverity: Severity | 'off';
  /** The pods that it applies to. windows: known to run on Windows; guessed: also those that probably do; linux: Linux pods; any: all pods; object: it checks other objects. */
  readonly gate: 'windows' | 'guessed' | 'linux' | 'any' | 'object';
  /** What its findings may mean for the object. @uniqueItems @minItems 1 */
  readonly effects: readonly Effect[];
  /** Whether some of its findings have fixes. */
  readonly fixable: boolean;
  /** Earlier ids, which suppressions and settings still accept. */
  readonly formerIds: readonly string[];
  /** The most important source. */
  readonly url: string | null;
}

/** Findings that `kubewin check --baseline` does not report. @title kubewin check --write-baseline */
export interface Baseline {
  /** The version of this format. @const 1 */
  readonly version: number;
  /** One in each line, sorted. */
  readonly findings: readonly BaselineEntry[];
}

/** A finding in a baseline. */
export interface BaselineEntry {
  /** The path of the file from the folder in which kubewin was started. */
  readonly path: string;
  /** @pattern ^[a-z0-9-]+/[a-z0-9-]+$ */
  readonly rule: string;
  /** Kind, namespace and name; empty for a directive. */
  readonly object: string;
  /** The path of the field in the object, with names in place of indices; empty for a directive. */
  readonly field: string;
  /** The same for this finding in other versions of the file. Only this and the path are compared. @pattern ^[0-9a-f]{32}$ */
  readonly fingerprint: string;
}
