import type { Facts } from '../../kubernetes/facts.ts';
import { selectBuilds } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { buildOfLabel, labelOfBuild } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { nodeConstraint, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/windows-build-recommended',
  title: 'Several Windows versions, no build selector',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const builds = facts.derived('builds of nodes', buildsOfNodes);
      if (builds.length < 2 || pod.partial || spec.get('nodeName') !== undefined) return;
      // HostProcess containers run on nodes of any build.
      if (hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return;
      const { hostBuilds, open, unknownClass } = nodeConstraint(pod, facts);
      if (hostBuilds !== undefined || open || unknownClass) return;
      yield {
        at: spec.get('nodeSelector')?.span ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        message: message(
          'The workspace names several Windows builds ({0}), and this pod may land on a node of any of them.',
          builds.map(labelOfBuild).join(', '),
        ),
        fixes: () => selectBuilds(pod, { settings, facts }),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.17' }],
  why: `The build of an image has to fit that of its node. Where nodes of several Windows releases are in one cluster, the label
\`node.kubernetes.io/windows-build\` in the node selector, or a RuntimeClass with it, takes the pod to the right ones.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

/** The builds of nodes that RuntimeClasses, Nodes and pods of the workspace name. */
function buildsOfNodes(facts: Facts): readonly number[] {
  const labels = [
    ...facts.all('RuntimeClass').map(({ nodeSelector }) => nodeSelector[WINDOWS_BUILD_LABEL] ?? ''),
    ...facts.all('Node').map((node) => node.labels[WINDOWS_BUILD_LABEL] ?? ''),
  ];
  const builds = [
    ...labels.flatMap((label) => buildOfLabel(label) ?? []),
    ...facts.all('Pod').flatMap((pod) => pod.hostBuilds ?? []),
  ];
  return [...new Set(builds)].sort((a, b) => a - b);
}
