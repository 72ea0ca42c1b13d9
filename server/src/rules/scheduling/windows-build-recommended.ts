import type { NodeFact } from '../../kubernetes/facts.ts';
import { defineDerivation, derived, ofKind } from '../../kubernetes/questions.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { docs } from '../../rule-kit/sources.ts';
import { buildOfLabel, labelOfBuild } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { nodeConstraint, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/windows-build-recommended',
  title: 'Several Windows builds without a build selector',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, verdict, settings, facts }) {
      const builds = facts.ask(derived(nodeBuilds, null));
      if (builds.length < 2 || pod.partial || spec.get('nodeName') !== undefined) return;
      // The pod can still be scheduled on Linux nodes: `scheduling/missing-os-constraint` selects the build, too.
      if (verdict.certainty === 'image') return;
      // HostProcess containers run on any build.
      if (hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return;
      const { hostBuilds, isUndetermined, isClassMissing, isVirtual } = nodeConstraint(pod, facts);
      if (hostBuilds !== undefined || isUndetermined || isClassMissing || isVirtual) return;
      yield {
        at: spec.get('nodeSelector')?.span ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        message: message(
          'This pod can be scheduled on any Windows build in the workspace ({0}).',
          builds.map(labelOfBuild).join(', '),
        ),
        fixes: () => selectBuilds(pod, { settings, facts }),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.17', result: 'Select the build that the images of the pod require.' }],
  why: `The build of an image must be compatible with the build of its node. In a cluster with several Windows
releases, set \`node.kubernetes.io/windows-build\` in the node selector, or use a RuntimeClass that selects the build.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

/** The build in the status of a Windows node (`10.0.20348.2340`), as a label value. */
function buildOfKernel({ kernelVersion = '' }: NodeFact): string {
  return /^(10\.0\.\d+)\.\d+$/.exec(kernelVersion)?.[1] ?? '';
}

/** The builds in RuntimeClasses, Nodes and pods of the workspace. */
const nodeBuilds = defineDerivation('rules/scheduling/windows-build-recommended nodeBuilds', (facts) => {
  const labels = [
    ...facts.ask(ofKind('RuntimeClass')).map(({ nodeSelector }) => nodeSelector[WINDOWS_BUILD_LABEL] ?? ''),
    ...facts.ask(ofKind('Node')).map((node) => node.labels[WINDOWS_BUILD_LABEL] ?? buildOfKernel(node)),
  ];
  const builds = [
    ...labels.flatMap((label) => buildOfLabel(label) ?? []),
    ...facts.ask(ofKind('Pod')).flatMap((pod) => pod.hostBuilds ?? []),
  ];
  return [...new Set(builds)].sort((a, b) => a - b);
});
