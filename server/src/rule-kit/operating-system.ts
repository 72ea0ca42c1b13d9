import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import type { Fix, RejectedField, Related } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import { BETA_OS_LABEL, type NodeConstraint, nodeConstraint, OS_LABEL } from '../windows/node-constraint.ts';
import type { OperatingSystem } from '../windows/verdict.ts';
import { selectorPlace } from './scheduling-place.ts';

/** The operating systems as people write them. */
export const OS_TITLES: Readonly<Record<OperatingSystem, string>> = { windows: 'Windows', linux: 'Linux' };

export const OPERATING_SYSTEMS: readonly OperatingSystem[] = ['windows', 'linux'];

/** The first selector entry or expression that alone selects the nodes of an operating system. */
export function keptOn(os: OperatingSystem, { evidence }: NodeConstraint): Related[] {
  const found = evidence.find(({ says }) => says === os);
  return found === undefined ? [] : [{ at: found.at, message: t`Selects ${OS_TITLES[os]} nodes: ${found.text}` }];
}

/** Changes the value of `os.name`. An `os` that is a string becomes an object. */
export function changeOsName(pod: Pod, os: OperatingSystem): Fix {
  const path = [...pod.spec.path, 'os'];
  return {
    title: t`Change \`os.name\` to \`${os}\``,
    safety: 'review',
    changes: [
      pod.spec.get('os')?.isScalar
        ? { kind: 'replace', path, value: { name: os } }
        : { kind: 'replace', path: [...path, 'name'], value: os },
    ],
  };
}

/**
 * Makes a pod select the nodes of another operating system by changing its labels; not offered if something else also
 * selects the nodes, such as a RuntimeClass or an expression with several values.
 */
export function changeOsLabels({ evidence }: NodeConstraint, os: OperatingSystem): Fix[] {
  const others = evidence.filter(({ says }) => says !== os && says !== 'either');
  const labels = others.flatMap(({ key, origin, requirement }) => {
    const field = requirement?.field;
    const plain = requirement?.operator === 'In' && requirement.values.length === 1;
    if (field === undefined || origin === 'runtimeClass' || !plain || ![OS_LABEL, BETA_OS_LABEL].includes(key)) {
      return [];
    }
    return [{ key, path: field.isScalar ? field.path : [...field.path, 'values', 0] }];
  });
  if (labels.length === 0 || labels.length < others.length) return [];
  return [
    {
      title: t`Change \`${labels[0]?.key}\` to \`${os}\``,
      safety: 'review',
      changes: labels.map(({ path }) => ({ kind: 'replace', path, value: os })),
    },
  ];
}

/** Selects the nodes of an operating system. */
export function selectOs(pod: Pod, os: OperatingSystem): Fix {
  return {
    title: t`Insert nodeSelector \`${OS_LABEL}: ${os}\``,
    safety: 'review',
    changes: [
      { kind: 'insert', path: [...pod.spec.path, 'nodeSelector', OS_LABEL], value: os, place: selectorPlace(pod) },
    ],
  };
}

/** Declares the operating system in the pod itself. */
export function declareOs(pod: Pod, os: OperatingSystem): Fix {
  return {
    title: t`Insert \`os.name: ${os}\``,
    safety: 'review',
    changes: [{ kind: 'insert', path: [...pod.spec.path, 'os', 'name'], value: os, place: 'first' }],
  };
}

/**
 * Declares Windows, selects Windows nodes if nothing else does, and removes the fields that the API server then rejects,
 * all in one step, because each part alone would break the pod. Not offered if a field cannot be removed.
 */
export function declareWindows(pod: Pod, facts: Facts, refusals: readonly RejectedField[]): Fix[] {
  const { nodes, isUndetermined } = nodeConstraint(pod, facts);
  const removals = refusals.flatMap(({ fixes }) => fixes.find(({ safety }) => safety === 'safe') ?? fixes[0] ?? []);
  if (removals.length < refusals.length) return [];
  const isLabelFree = [OS_LABEL, BETA_OS_LABEL].every((key) => pod.spec.at('nodeSelector', key) === undefined);
  const selects = nodes === 'both' && !isUndetermined && isLabelFree;
  const declare = declareOs(pod, 'windows');
  const inserted = selects ? t`${declare.title} and nodeSelector \`${OS_LABEL}: windows\`` : declare.title;
  return [
    {
      title: removals.length > 0 ? t`${inserted}${selects ? ',' : ''} and remove Linux-only fields` : inserted,
      safety: 'review',
      changes: [
        ...declare.changes,
        ...(selects ? selectOs(pod, 'windows').changes : []),
        ...removals.flatMap(({ changes }) => changes),
      ],
    },
  ];
}
