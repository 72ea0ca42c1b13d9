import type { Pod } from '../kubernetes/pod.ts';
import { type Facts, named } from '../kubernetes/questions.ts';
import { type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/read/field.ts';
import type { Evidence, OperatingSystem } from './evidence.ts';
import { type ImagePrefixes, isWindowsOnly, podImages } from './images.ts';
import { BETA_OS_LABEL, type NodeConstraint, nodeConstraint, nodeHints, OS_LABEL } from './node-constraint.ts';
import {
  chartValuesEvidence,
  commandEvidence,
  hostProcessEvidence,
  imageEvidence,
  linuxFieldEvidence,
  misplacedFieldEvidence,
  pathEvidence,
  resourceEvidence,
  runtimeClassNameEvidence,
  tolerationEvidence,
  windowsOptionsEvidence,
} from './pod-evidence.ts';

export type { Evidence, OperatingSystem } from './evidence.ts';
export { isAtLeast } from './evidence.ts';

/**
 * The pod declares it (`os.name`), the scheduler enforces it, its image exists for no other system, or the evidence only makes
 * it probable. `assumed`: the user asks what does not work if the pod runs on Windows.
 */
export type Certainty = 'declared' | 'scheduled' | 'image' | 'guessed' | 'assumed';

/** The operating system of a pod. `either`: the pod allows both on purpose; `none`: no node can ever run it. */
export type Verdict =
  | { readonly os: OperatingSystem; readonly certainty: Certainty; readonly evidence: readonly Evidence[] }
  | { readonly os: 'either' | 'none' | 'unknown'; readonly certainty: null; readonly evidence: readonly Evidence[] };

/** Whether the operating system of a pod is known: declared or scheduled. */
export function isCertain(certainty: Verdict['certainty']): boolean {
  return certainty === 'declared' || certainty === 'scheduled';
}

/** Whether a pod is known to run on Windows: declared or scheduled. */
export function isCertainlyWindows({ os, certainty }: Pick<Verdict, 'os' | 'certainty'>): boolean {
  return os === 'windows' && isCertain(certainty);
}

/** Whether a pod may run on Windows without being known to: the evidence is weak or contradictory. */
export function mayBeWindows({ os, certainty, evidence }: Verdict): boolean {
  return os === 'windows'
    ? certainty === 'guessed'
    : os === 'unknown' && evidence.some(({ says }) => says === 'windows');
}

/** Whether a pod is known to run on Windows: strong evidence says so, and not only a request. */
export function isKnownToBeWindows({ os, certainty }: Verdict): boolean {
  return os === 'windows' && certainty !== 'guessed' && certainty !== 'assumed';
}

/** The verdict of a pod that is checked as a Windows pod on request: its own if it is known to run on Windows. */
export function assumeWindows(verdict: Verdict): Verdict {
  const { os, certainty, evidence } = verdict;
  return os === 'windows' && certainty !== 'guessed' ? verdict : { os: 'windows', certainty: 'assumed', evidence };
}

export interface VerdictContext {
  readonly version: KubernetesVersion;
  readonly facts: Facts;
  /** The image prefixes in the settings of the user. */
  readonly images?: ImagePrefixes;
  /** The URI of the folder of the chart to which the pod's template belongs. */
  readonly chart?: string | undefined;
  /** The `# kubewin: os=…` directive for this pod. */
  readonly directive?: { readonly os: OperatingSystem; readonly span: Span } | undefined;
}

/**
 * The operating system of a pod, its certainty, and all evidence: first that of the rank that decides, then the others by
 * strength, including evidence that contradicts. The first rank with a decision decides.
 */
export function verdict(pod: Pod, { version, facts, images, directive, chart }: VerdictContext): Verdict {
  // A template or placeholder may write any operating system.
  if (pod.spec.get('os')?.isIncomplete || pod.spec.at('os', 'name')?.isIncomplete) return { ...UNKNOWN, evidence: [] };
  const constraint = nodeConstraint(pod, facts);
  const osName = osNameEvidence(pod);
  const nodeName = nodeNameEvidence(pod, facts);
  const paths = pathEvidence(pod);
  const ranks: readonly Rank[] = [
    rankOf(osName, osName[0]?.strength === 'decisive' && minorOf(version) >= 24 ? 'declared' : 'scheduled'),
    rankOf(directiveEvidence(directive), 'scheduled'),
    nodeRank(constraint, nodeName),
    rankOf(hostProcessEvidence(pod), 'scheduled'),
    rankOf([...chartValuesEvidence(pod, facts, chart), ...imageEvidence(pod, images)], 'guessed'),
    rankOf([...windowsOptionsEvidence(pod), ...resourceEvidence(pod), ...paths.filter(isMedium)], 'guessed'),
    weakRank(weakEvidence(pod, constraint, paths)),
  ];
  const deciding = ranks.find((rank) => rank.decision !== undefined) ?? ranks.find((rank) => rank.allowsEither);
  const others = ranks.filter((rank) => rank !== deciding).flatMap((rank) => rank.evidence);
  const evidence = [...(deciding?.evidence ?? []), ...others];
  const decision = deciding?.decision ?? (deciding ? EITHER : UNKNOWN);
  return { ...(decision.certainty === 'guessed' && isByImage(pod, evidence, images) ? BY_IMAGE : decision), evidence };
}

/**
 * The common verdict of several pods that are made of one: the least certain one if all have the same operating system,
 * `either` if all are certain, and otherwise `unknown`.
 */
export function combinedVerdict(first: Verdict, others: readonly Verdict[]): Verdict {
  const all = [first, ...others];
  const least = all.toSorted((a, b) => CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty))[0] ?? first;
  const seen = new Set<string>();
  const evidence = [least, ...all]
    .flatMap((verdict) => verdict.evidence)
    .filter((item) => {
      const key = JSON.stringify([item.text, item.at]);
      return !seen.has(key) && seen.add(key);
    });
  if (all.every(({ os }) => os === first.os)) return { ...least, evidence };
  const areCertain = all.every(({ os, certainty }) => os === 'either' || isCertain(certainty));
  return { ...(areCertain ? EITHER : UNKNOWN), evidence };
}

const CERTAINTIES: readonly Verdict['certainty'][] = [null, 'guessed', 'image', 'assumed', 'scheduled', 'declared'];

/**
 * The operating system in the pod's `os.name`. The wrong case and a string in place of the object are not `exact`, but show
 * what was meant.
 */
export function intendedOs(pod: Pod): { readonly os: OperatingSystem; readonly exact: boolean } | undefined {
  const field = writtenOs(pod);
  const name = field?.string;
  const os = name?.toLowerCase();
  return os === 'windows' || os === 'linux' ? { os, exact: os === name && field?.key === 'name' } : undefined;
}

/** `os.name`, or an `os` that is a string. */
function writtenOs(pod: Pod): Field | undefined {
  const os = pod.spec.get('os');
  return os?.isScalar ? os : os?.get('name');
}

type Decision =
  | { readonly os: OperatingSystem; readonly certainty: Certainty }
  | { readonly os: 'either' | 'none' | 'unknown'; readonly certainty: null };

/** Evidence of equal weight, and what it decides together. */
interface Rank {
  readonly decision: Decision | undefined;
  /** Whether it allows both systems on purpose. */
  readonly allowsEither: boolean;
  readonly evidence: readonly Evidence[];
}

const EITHER: Decision = { os: 'either', certainty: null };
const UNKNOWN: Decision = { os: 'unknown', certainty: null };
const NONE: Decision = { os: 'none', certainty: null };
const BY_IMAGE: Decision = { os: 'windows', certainty: 'image' };

/**
 * Whether an image of the pod exists only for Windows, and nothing contradicts it. Fields without an effect on Windows do
 * not: they are often copied from a Linux workload.
 */
function isByImage(pod: Pod, evidence: readonly Evidence[], images: ImagePrefixes | undefined): boolean {
  return (
    evidence.every(({ says, kind }) => says === 'windows' || kind === 'linuxField') &&
    podImages(pod).some(({ image }) => isWindowsOnly(image, images))
  );
}

/** Decides if all evidence agrees. If it is contradictory, the operating system is unknown. */
function rankOf(evidence: readonly Evidence[], certainty: Certainty): Rank {
  const systems = new Set(evidence.map((item) => item.says));
  const [os] = systems;
  const decision = os !== 'windows' && os !== 'linux' ? undefined : systems.size > 1 ? UNKNOWN : { os, certainty };
  return { decision, allowsEither: false, evidence };
}

/** Weak evidence makes a guess. A preferred affinity alone does not: the scheduler can still choose any other node. */
function weakRank(evidence: readonly Evidence[]): Rank {
  const rank = rankOf(evidence, 'guessed');
  return evidence.every((item) => item.kind === 'preferredAffinity') ? { ...rank, decision: undefined } : rank;
}

/** Node selection and `nodeName` apply together. If they contradict each other, no node matches. */
function nodeRank(constraint: NodeConstraint, nodeName: readonly Evidence[]): Rank {
  const node = nodeName[0]?.says ?? 'either';
  const left = constraint.nodes === 'both' ? node : constraint.nodes;
  const isNone = left === 'none' || (node !== 'either' && node !== left);
  const decision: Decision | undefined = isNone
    ? NONE
    : left === 'either'
      ? undefined
      : { os: left, certainty: 'scheduled' };
  // Evidence that agrees with the decision comes first.
  const evidence = [...constraint.evidence, ...nodeName].sort(
    (a, b) => Number(b.says === decision?.os) - Number(a.says === decision?.os),
  );
  return { decision, allowsEither: constraint.evidence.length > 0, evidence };
}

function osNameEvidence(pod: Pod): Evidence[] {
  const name = writtenOs(pod);
  const intended = intendedOs(pod);
  if (name === undefined || intended === undefined) return [];
  const strength = intended.exact ? 'decisive' : 'strong';
  const text = `${name.key === 'name' ? 'os.name' : 'os'}: ${name.string}`;
  return [{ kind: 'os.name', strength, says: intended.os, text, field: name.path, at: name.wholeSpan }];
}

function directiveEvidence(directive: VerdictContext['directive']): Evidence[] {
  if (directive === undefined) return [];
  const { os, span } = directive;
  return [{ kind: 'directive', strength: 'strong', says: os, text: `# kubewin: os=${os}`, field: undefined, at: span }];
}

/** Whether the labels of a Node name Windows. */
export function isWindowsNode(labels: Readonly<Record<string, string>>): boolean {
  return osOfNode(labels) === 'windows';
}

function osOfNode(labels: Readonly<Record<string, string>>): string | undefined {
  return labels[OS_LABEL] ?? labels[BETA_OS_LABEL];
}

function nodeNameEvidence(pod: Pod, facts: Facts): Evidence[] {
  const field = pod.spec.get('nodeName');
  const node = field?.string === undefined ? undefined : facts.ask(named('Node', field.string));
  const os = node && osOfNode(node.labels);
  if (field === undefined || node === undefined || (os !== 'windows' && os !== 'linux')) return [];
  const text = t`nodeName ${node.name}, a node with ${OS_LABEL}: ${os}`;
  return [{ kind: 'nodeName', strength: 'strong', says: os, text, field: field.path, at: field.wholeSpan }];
}

function weakEvidence(pod: Pod, constraint: NodeConstraint, paths: readonly Evidence[]): Evidence[] {
  const namesOs = constraint.evidence.some((item) => item.origin === 'runtimeClass');
  return [
    ...(namesOs ? [] : runtimeClassNameEvidence(pod)),
    ...nodeHints(pod),
    ...tolerationEvidence(pod),
    ...commandEvidence(pod),
    ...paths.filter((path) => !isMedium(path)),
    ...misplacedFieldEvidence(pod),
    ...linuxFieldEvidence(pod),
  ];
}

function isMedium({ strength }: Evidence): boolean {
  return strength === 'medium';
}
