import type { Facts, Place } from '../kubernetes/facts.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Span } from '../text/span.ts';
import type { FieldPath } from '../yaml/path.ts';

export type OperatingSystem = 'windows' | 'linux';

/** How sure it is: the pod says so itself (`os.name`), the scheduler will see to it, or it only looks like it. */
export type Certainty = 'declared' | 'scheduled' | 'guessed';

/** Which operating system a pod is for. `either`: both are open on purpose; `none`: no node can ever run it. */
export type Verdict =
  | { readonly os: OperatingSystem; readonly certainty: Certainty; readonly evidence: readonly Evidence[] }
  | { readonly os: 'either' | 'none' | 'unknown'; readonly certainty: null; readonly evidence: readonly Evidence[] };

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
  | 'windowsOptions'
  | 'toleration'
  | 'preferredAffinity'
  | 'command'
  | 'path'
  | 'linuxField';

/** One thing that tells the operating system, strongest first. */
export interface Evidence {
  readonly signal: Signal;
  /** What it says: one system, that both are open, or that no node is left. */
  readonly says: OperatingSystem | 'either' | 'none';
  /** The words of the manifest, such as `kubernetes.io/os: windows`. */
  readonly text: string;
  /** Where: in the pod's own document, or in another object's. */
  readonly field: FieldPath | undefined;
  readonly at: Span | Place;
}

export interface VerdictContext {
  readonly version: KubernetesVersion;
  readonly facts: Facts;
  /** What a `# kubewin: os=…` directive says of this pod, if there is one. */
  readonly directive?: { readonly os: OperatingSystem; readonly span: Span } | undefined;
}

export declare function verdict(pod: Pod, context: VerdictContext): Verdict;
