import type { Place } from '../kubernetes/facts.ts';
import type { Span } from '../text/span.ts';
import type { FieldPath } from '../yaml/read/path.ts';

export type OperatingSystem = 'windows' | 'linux';

export const SIGNALS = [
  'os.name',
  'directive',
  'nodeSelector',
  'nodeAffinity',
  'runtimeClass',
  'cloudLabel',
  'nodeName',
  'hostProcess',
  'image',
  'windowsOptions',
  'toleration',
  'preferredAffinity',
  'command',
  'path',
  'linuxField',
  'chartValues',
] as const;
export type Signal = (typeof SIGNALS)[number];

const STRENGTHS = ['weak', 'medium', 'strong', 'decisive'] as const;
/** How much a sign proves: alone a weak or medium one makes a guess. */
export type Strength = (typeof STRENGTHS)[number];

/** One thing that tells the operating system. */
export interface Evidence {
  readonly signal: Signal;
  readonly strength: Strength;
  /** What it says: one system, that both are open, or that no node is left. */
  readonly says: OperatingSystem | 'either' | 'none';
  /** The words of the manifest, such as `kubernetes.io/os: windows`. */
  readonly text: string;
  /** Where: in the pod's own document, or in another object's. */
  readonly field: FieldPath | undefined;
  readonly at: Span | Place;
}

/** Whether a sign proves at least so much. */
export function isAtLeast(evidence: Evidence, strength: Strength): boolean {
  return STRENGTHS.indexOf(evidence.strength) >= STRENGTHS.indexOf(strength);
}
