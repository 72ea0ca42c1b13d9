import { message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { BETA_OS_LABEL, nodeConstraint, OS_LABEL, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/windows-build-with-linux',
  code: 'KW1164',
  title: 'windows-build label on a pod for Linux nodes',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec'],
    check(spec, { pod, facts, report }) {
      const { cause, evidence } = nodeConstraint(pod, facts);
      if (cause !== 'windows-build-with-linux') return;
      const builds = evidence.filter(({ key }) => key === WINDOWS_BUILD_LABEL);
      const linux = evidence.filter(({ says }) => says === 'linux');
      // Both can be set in the RuntimeClass, which is another object.
      const [first] = [...builds, ...linux].flatMap(({ at, field }) => ('uri' in at ? [] : { at, field }));
      const at = first?.at ?? spec.get('runtimeClassName')?.span;
      if (at === undefined) return;
      const linuxSelectors = [OS_LABEL, BETA_OS_LABEL].flatMap((label) => {
        const field = spec.at('nodeSelector', label);
        return field?.string === 'linux' ? [field] : [];
      });
      report({
        at,
        field: first?.field ?? [...spec.path, 'runtimeClassName'],
        ...(spec.get('nodeName') === undefined ? {} : { case: '`nodeName` is set' }),
        message: message('`{0}` exists only on Windows nodes, but the pod selects Linux nodes.', WINDOWS_BUILD_LABEL),
        related: [
          ...builds.map((build) => ({ at: build.at, message: t`Selects a Windows build: ${build.text}` })),
          ...linux.slice(0, 1).map((item) => ({ at: item.at, message: t`Selects Linux nodes: ${item.text}` })),
        ].filter((related) => related.at !== at),
        fixes: linuxSelectors.map((field) => changeValue(field, 'windows')),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.17',
      case: '`nodeName` is set',
      result: 'The kubelet of the node in `nodeName` does not admit the pod.',
    },
    {
      effect: 'fails',
      since: '1.17',
      result: 'The pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `The kubelet sets \`node.kubernetes.io/windows-build\` only on Windows nodes. Together with
\`kubernetes.io/os: linux\`, it matches no node. Remove the label, or select Windows nodes.`,
  sources: [docs.labels('')],
} satisfies Rule;
