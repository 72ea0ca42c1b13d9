import type { Pod } from '../kubernetes/pod.ts';
import { BETA_OS_LABEL, type NodeConstraint, OS_LABEL } from '../windows/node-constraint.ts';
import type { OperatingSystem } from '../windows/verdict.ts';
import type { Fix, Related } from './rule.ts';

/** The operating systems as people write them. */
export const OS_TITLES: Readonly<Record<OperatingSystem, string>> = { windows: 'Windows', linux: 'Linux' };

/** The first selector entry or expression that alone selects the nodes of an operating system. */
export function keptOn(os: OperatingSystem, { statements }: NodeConstraint): Related[] {
  const statement = statements.find(({ says }) => says === os);
  return statement === undefined
    ? []
    : [{ at: statement.at, message: `Selects ${OS_TITLES[os]} nodes: ${statement.text}` }];
}

/** Changes the value of `os.name`. */
export function changeOsName(pod: Pod, os: OperatingSystem): Fix {
  return {
    title: `Change \`os.name\` to \`${os}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: [...pod.spec.path, 'os', 'name'], value: os }],
  };
}

/**
 * Makes a pod select the nodes of another operating system by changing its labels; not offered if something else also
 * selects the nodes, such as a RuntimeClass or an expression with several values.
 */
export function changeOsLabels({ statements }: NodeConstraint, os: OperatingSystem): Fix[] {
  const others = statements.filter(({ says }) => says !== os && says !== 'either');
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
      title: `Change \`${labels[0]?.key}\` to \`${os}\``,
      safety: 'review',
      changes: labels.map(({ path }) => ({ kind: 'replace', path, value: os })),
    },
  ];
}
