import type { NodeFact } from '../../kubernetes/facts.ts';
import type { NodeSelection } from '../../kubernetes/node-selection.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { defineDerivation, derived, ofKind } from '../../kubernetes/questions.ts';
import { message, type PodContext, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { buildChoices, selectBuild } from '../../rule-kit/build-choices.ts';
import { docs } from '../../rule-kit/sources.ts';
import { buildOfLabel, labelOfBuild, productOf, runsOn } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { imageBuild, podImages } from '../../windows/images.ts';
import {
  hasOwnKernel,
  isIsolationUnknown,
  nodeConstraint,
  selectionOf,
  WINDOWS_BUILD_LABEL,
} from '../../windows/node-constraint.ts';
import { usableNodes } from '../../windows/nodes.ts';
import { selectsByName, selectsPool } from '../../windows/required-labels.ts';
import { isCertain, isCertainlyWindows } from '../../windows/verdict.ts';

const WRONG_NODE = 'only some of the Nodes for the pod can run its images';

export default {
  id: 'scheduling/windows-build-recommended',
  code: 'KW1161',
  title: 'Several Windows builds without a build selector',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, context) {
      const { object, pod, verdict, settings, facts } = context;
      const builds = facts.ask(derived(nodeBuilds, null));
      if (builds.length < 2 || pod.partial || spec.get('nodeName') !== undefined) return;
      // The pod can still be scheduled on Linux nodes: `scheduling/missing-os-constraint` selects the build, too.
      if (!isCertain(verdict.certainty)) return;
      // HostProcess containers run on any build.
      if (hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return;
      const { hostBuilds, isUndetermined, isClassMissing, isVirtual } = nodeConstraint(pod, facts);
      if (hostBuilds !== undefined || isUndetermined || isClassMissing || isVirtual) return;
      // A DaemonSet usually has to run on all nodes, whatever their build, unless its image is for one build.
      if (object.kind === 'DaemonSet' && !isForOneBuild(pod, settings)) return;
      const { selection } = selectionOf(pod.spec, facts);
      const wrong = wrongNode(context, selection);
      if (wrong === undefined && (selectsPool(selection) || selectsByName(selection))) return;
      context.report({
        at: spec.get('nodeSelector')?.span ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        ...(wrong === undefined ? {} : { case: WRONG_NODE }),
        message:
          wrong === undefined
            ? message(
                'No Windows build selected: the pod can be scheduled on any of these builds ({0}).',
                builds.map(labelOfBuild).join(', '),
              )
            : message(
                'No Windows build selected: the image for {0} {effect} on Node `{1}` ({2}).',
                productOf(wrong.image),
                wrong.name,
                labelOfBuild(wrong.build),
              ),
        // Nodes of other builds may not exist.
        fixes: () =>
          buildChoices(pod, { settings, facts }).flatMap((choice) =>
            choice !== undefined && builds.includes(choice.build) ? selectBuild(pod, choice) : [],
          ),
      });
    },
  },
  outcomes: [
    { effect: 'fails', case: WRONG_NODE, since: '1.17', doubtful: true, phrase: 'does not run' },
    { effect: 'advice', since: '1.17' },
  ],
  why: `The build of an image must be compatible with the build of its node. In a cluster with several Windows
releases, set \`node.kubernetes.io/windows-build\` in the node selector, or use a RuntimeClass that selects the build.

If Nodes are known, and only some of those that the pod selects and tolerates can run its images, this is a warning.

A DaemonSet usually has to run on every Windows node. If its image is for one build, use one DaemonSet for each build.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

/** Whether the images of a pod name one Windows build. */
function isForOneBuild(pod: Pod, settings: Settings): boolean {
  const named = podImages(pod).flatMap(({ image }) => imageBuild(image, settings, true) ?? []);
  return new Set(named).size === 1;
}

/** A Node that the pod selects and tolerates but that cannot run an image, if others can run all images. */
function wrongNode({ pod, verdict, settings, facts }: PodContext, selection: NodeSelection) {
  const constraint = nodeConstraint(pod, facts);
  if (hasOwnKernel(constraint) || isIsolationUnknown(constraint)) return undefined;
  const nodes = usableNodes(pod, facts, selection).kinds.flatMap(({ name, build }) =>
    build === undefined ? [] : [{ name, build }],
  );
  const images = podImages(pod).flatMap(({ image }) => imageBuild(image, settings, isCertainlyWindows(verdict)) ?? []);
  const wrongImage = (host: number) => images.find((image) => !runsOn(image, host, settings.strictImageMatching));
  if (nodes.every(({ build }) => wrongImage(build) !== undefined)) return undefined;
  for (const { name, build } of nodes) {
    const image = wrongImage(build);
    if (image !== undefined) return { name, build, image };
  }
  return undefined;
}

/** The build in the status of a Windows node (`10.0.20348.2340`), as a label value. */
function buildOfKernel({ kernelVersion = '' }: NodeFact): string {
  return /^(10\.0\.\d+)\.\d+$/.exec(kernelVersion)?.[1] ?? '';
}

/** The builds in RuntimeClasses, Nodes and pods of the workspace. */
const nodeBuilds = defineDerivation('rules/scheduling/windows-build-recommended nodeBuilds', (facts) => {
  const builds = [
    ...facts.ask(derived(buildsWithoutPods, null)),
    ...facts.ask(ofKind('Pod')).flatMap((pod) => pod.hostBuilds ?? []),
  ];
  return [...new Set(builds)].sort((a, b) => a - b);
});

/** Those in RuntimeClasses and Nodes: in a scan, they are the same for all files. */
const buildsWithoutPods = defineDerivation(
  'rules/scheduling/windows-build-recommended buildsWithoutPods',
  (facts): readonly number[] => {
    const labels = [
      ...facts.ask(ofKind('RuntimeClass')).map(({ nodeSelector }) => nodeSelector[WINDOWS_BUILD_LABEL] ?? ''),
      ...facts.ask(ofKind('Node')).map((node) => node.labels[WINDOWS_BUILD_LABEL] ?? buildOfKernel(node)),
    ];
    return [...new Set(labels.flatMap((label) => buildOfLabel(label) ?? []))];
  },
);
