import type { Location } from '../kubernetes/facts.ts';
import type { Span } from '../text/span.ts';
import type { FieldPath } from '../yaml/read/path.ts';

export type OperatingSystem = 'windows' | 'linux';

export const EVIDENCE_KINDS = [
  'os.name',
  'directive',
  'nodeSelector',
  'nodeAffinity',
  'runtimeClass',
  'cloudLabel',
  'nodeName',
  'hostProcess',
  'image',
  'registry',
  'windowsOptions',
  'resource',
  'toleration',
  'preferredAffinity',
  'command',
  'path',
  'linuxField',
  'chartValues',
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

const STRENGTHS = ['weak', 'medium', 'strong', 'decisive'] as const;
/** How much a piece of evidence proves. Weak or medium evidence alone makes the verdict a guess. */
export type Strength = (typeof STRENGTHS)[number];

/** Something in a manifest that indicates the operating system of a pod. */
export interface Evidence {
  readonly kind: EvidenceKind;
  readonly strength: Strength;
  /** One system, that both are possible, or that no node matches. */
  readonly says: OperatingSystem | 'either' | 'none';
  /** As the manifest writes it, such as `kubernetes.io/os: windows`. */
  readonly text: string;
  /** The path and span in the pod's own document, or the location in that of another object. */
  readonly field: FieldPath | undefined;
  readonly at: Span | Location;
}

/** Whether evidence has at least this strength. */
export function isAtLeast(evidence: Evidence, strength: Strength): boolean {
  return STRENGTHS.indexOf(evidence.strength) >= STRENGTHS.indexOf(strength);
}
