import type { Facts } from '../kubernetes/facts.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import type { Evidence, OperatingSystem } from './evidence.ts';
import type { ImagePrefixes } from './images.ts';
import { BETA_OS_LABEL, type NodeConstraint, nodeConstraint, nodeHints, OS_LABEL } from './node-constraint.ts';
import {
  chartValuesSigns,
  commandSigns,
  hostProcessSigns,
  imageSigns,
  linuxFieldSigns,
  pathSigns,
  runtimeClassNameSign,
  tolerationSigns,
  windowsOptionsSigns,
} from './signs.ts';

export type { Evidence, OperatingSystem } from './evidence.ts';
export { isAtLeast } from './evidence.ts';

/** How sure it is: the pod says so itself (`os.name`), the scheduler will see to it, or it only looks like it. */
export type Certainty = 'declared' | 'scheduled' | 'guessed';

/** Which operating system a pod is for. `either`: both are open on purpose; `none`: no node can ever run it. */
export type Verdict =
  | { readonly os: OperatingSystem; readonly certainty: Certainty; readonly evidence: readonly Evidence[] }
  | { readonly os: 'either' | 'none' | 'unknown'; readonly certainty: null; readonly evidence: readonly Evidence[] };

/** Whether a pod is for Windows for certain: declared, or said by what the scheduler does. */
export function isCertainlyWindows({ os, certainty }: Pick<Verdict, 'os' | 'certainty'>): boolean {
  return os === 'windows' && certainty !== 'guessed';
}

export interface VerdictContext {
  readonly version: KubernetesVersion;
  readonly facts: Facts;
  /** What users say of their images. */
  readonly images?: ImagePrefixes;
  /** The URI of the folder of the chart that the pod is in a template of. */
  readonly chart?: string | undefined;
  /** What a `# kubewin: os=…` directive says of this pod, if there is one. */
  readonly directive?: { readonly os: OperatingSystem; readonly span: Span } | undefined;
}

/**
 * Which operating system the pod is for, how certain that is, and every sign that speaks of it: those that decide
 * first, then the others by strength, also those that contradict. The first rank that says something decides.
 */
export function verdict(pod: Pod, { version, facts, images, directive, chart }: VerdictContext): Verdict {
  // What a template or a placeholder says of the operating system may be anything.
  if (pod.spec.get('os')?.isOpen || pod.spec.at('os', 'name')?.isOpen) return { ...UNKNOWN, evidence: [] };
  const constraint = nodeConstraint(pod, facts);
  const osName = osNameSign(pod);
  const nodeName = nodeNameSigns(pod, facts);
  const paths = pathSigns(pod);
  const ranks: readonly Rank[] = [
    agreement(osName, osName[0]?.strength === 'decisive' && minorOf(version) >= 24 ? 'declared' : 'scheduled'),
    agreement(directiveSign(directive), 'scheduled'),
    nodes(constraint, nodeName),
    agreement(hostProcessSigns(pod), 'scheduled'),
    agreement([...chartValuesSigns(pod, facts, chart), ...imageSigns(pod, images)], 'guessed'),
    agreement([...windowsOptionsSigns(pod), ...paths.filter(isMedium)], 'guessed'),
    weak(weakSigns(pod, constraint, paths)),
  ];
  const deciding = ranks.find((rank) => rank.decision !== undefined) ?? ranks.find((rank) => rank.isOpen);
  const others = ranks.filter((rank) => rank !== deciding).flatMap((rank) => rank.evidence);
  const evidence = [...(deciding?.evidence ?? []), ...others];
  return { ...(deciding?.decision ?? (deciding ? EITHER : UNKNOWN)), evidence };
}

/**
 * What several pods that are made of one have in common: the least certain where all are for the same system, and
 * otherwise nothing but that both are open, where each is for one of them.
 */
export function agreed(first: Verdict, others: readonly Verdict[]): Verdict {
  const all = [first, ...others];
  const least = all.toSorted((a, b) => CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty))[0] ?? first;
  const seen = new Set<string>();
  const evidence = [least, ...all]
    .flatMap((one) => one.evidence)
    .filter((one) => {
      const key = JSON.stringify([one.text, one.at]);
      return !seen.has(key) && seen.add(key);
    });
  if (all.every(({ os }) => os === first.os)) return { ...least, evidence };
  const areCertain = all.every(
    ({ os, certainty }) => os === 'either' || (certainty !== null && certainty !== 'guessed'),
  );
  return { ...(areCertain ? EITHER : UNKNOWN), evidence };
}

const CERTAINTIES: readonly Verdict['certainty'][] = [null, 'guessed', 'scheduled', 'declared'];

/** The pod's `os.name` where it names a system, in whatever case: a wrong one says what was meant. */
export function intendedOs(pod: Pod): { readonly os: OperatingSystem; readonly exact: boolean } | undefined {
  const name = pod.spec.at('os', 'name')?.string;
  const os = name?.toLowerCase();
  return os === 'windows' || os === 'linux' ? { os, exact: os === name } : undefined;
}

type Decision =
  | { readonly os: OperatingSystem; readonly certainty: Certainty }
  | { readonly os: 'either' | 'none' | 'unknown'; readonly certainty: null };

/** The signs of equal weight: what they decide together, or that they leave both systems open on purpose. */
interface Rank {
  readonly decision: Decision | undefined;
  readonly isOpen: boolean;
  readonly evidence: readonly Evidence[];
}

const EITHER: Decision = { os: 'either', certainty: null };
const UNKNOWN: Decision = { os: 'unknown', certainty: null };
const NONE: Decision = { os: 'none', certainty: null };

/** Signs decide where all of them say the same; where they contradict each other nothing is known. */
function agreement(evidence: readonly Evidence[], certainty: Certainty): Rank {
  const systems = new Set(evidence.map((one) => one.says));
  const [os] = systems;
  const decision = os !== 'windows' && os !== 'linux' ? undefined : systems.size > 1 ? UNKNOWN : { os, certainty };
  return { decision, isOpen: false, evidence };
}

/** Weak signs guess; a preference alone does not: the scheduler takes any node where it finds no better one. */
function weak(evidence: readonly Evidence[]): Rank {
  const rank = agreement(evidence, 'guessed');
  return evidence.every((one) => one.signal === 'preferredAffinity') ? { ...rank, decision: undefined } : rank;
}

/** Labels and `nodeName` hold together, so that contradiction leaves no node. */
function nodes(constraint: NodeConstraint, nodeName: readonly Evidence[]): Rank {
  const node = nodeName[0]?.says ?? 'either';
  const left = constraint.leaves === 'both' ? node : constraint.leaves;
  const isNone = left === 'none' || (node !== 'either' && node !== left);
  const decision: Decision | undefined = isNone
    ? NONE
    : left === 'either'
      ? undefined
      : { os: left, certainty: 'scheduled' };
  // What says the outcome comes first, then what says something else.
  const evidence = [...constraint.statements, ...nodeName].sort(
    (a, b) => Number(b.says === decision?.os) - Number(a.says === decision?.os),
  );
  return { decision, isOpen: constraint.statements.length > 0, evidence };
}

function osNameSign(pod: Pod): Evidence[] {
  const name = pod.spec.at('os', 'name');
  const intended = intendedOs(pod);
  if (name === undefined || intended === undefined) return [];
  const strength = intended.exact ? 'decisive' : 'strong';
  const text = `os.name: ${name.string}`;
  return [{ signal: 'os.name', strength, says: intended.os, text, field: name.path, at: name.wholeSpan }];
}

function directiveSign(directive: VerdictContext['directive']): Evidence[] {
  if (directive === undefined) return [];
  const { os, span } = directive;
  return [
    { signal: 'directive', strength: 'strong', says: os, text: `# kubewin: os=${os}`, field: undefined, at: span },
  ];
}

function nodeNameSigns(pod: Pod, facts: Facts): Evidence[] {
  const field = pod.spec.get('nodeName');
  const node = field?.string === undefined ? undefined : facts.named('Node', field.string);
  const os = node?.labels[OS_LABEL] ?? node?.labels[BETA_OS_LABEL];
  if (field === undefined || node === undefined || (os !== 'windows' && os !== 'linux')) return [];
  const text = t`nodeName ${node.name}, a node with ${OS_LABEL}: ${os}`;
  return [{ signal: 'nodeName', strength: 'strong', says: os, text, field: field.path, at: field.wholeSpan }];
}

function weakSigns(pod: Pod, constraint: NodeConstraint, paths: readonly Evidence[]): Evidence[] {
  const namesOs = constraint.statements.some((one) => one.origin === 'runtimeClass');
  return [
    ...(namesOs ? [] : runtimeClassNameSign(pod)),
    ...nodeHints(pod),
    ...tolerationSigns(pod),
    ...commandSigns(pod),
    ...paths.filter((one) => !isMedium(one)),
    ...linuxFieldSigns(pod),
  ];
}

function isMedium({ strength }: Evidence): boolean {
  return strength === 'medium';
}
