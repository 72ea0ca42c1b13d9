import type { Pod } from '../../kubernetes/pod.ts';
import { type CheckContext, type FixMaker, message, type Problem, type Rule } from '../../lint/rule.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { imageOs, parseImage } from '../../windows/images.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { customNodeLabel, HOSTNAME_LABEL, requiredValues } from '../../windows/required-labels.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const ON_LINUX = 'The pod can be scheduled on a Linux node, where it does not start.';
const CUSTOM_LABEL = 'it selects nodes by another label';
const LINUX_IMAGE = 'one of its images is for Linux';

export default {
  id: 'scheduling/missing-os-constraint',
  title: 'Windows pod without a node selector or affinity for Windows',
  gate: 'guessed',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, verdict, settings, facts }) {
      const evidence = verdict.evidence[0];
      // With a directive, the selector is added elsewhere, by Helm values or a Kustomize patch.
      if (evidence === undefined || evidence.says !== 'windows' || evidence.kind === 'directive') return;
      if (pod.partial || spec.get('nodeName') !== undefined || 'uri' in evidence.at) return;
      // The constraint may be in the unknown RuntimeClass, or written by a template.
      const constraintFields =
        spec.document.errors.length > 0 ? [spec] : [spec.get('nodeSelector'), spec.get('affinity')];
      if (constraintFields.some((field) => field?.holdsActions)) return;
      const { nodes, isUndetermined, pool } = nodeConstraint(pod, facts);
      if (nodes !== 'both' || isUndetermined || !isAtLeast(evidence, 'medium')) return;
      // The pod is for certain nodes, whose operating system is known to whoever chose them.
      if (requiredValues(pod, facts, HOSTNAME_LABEL).length > 0) return;
      const imageSystems = pod.containers.map(
        (container) => imageOs(parseImage(container.field.get('image')?.text ?? ''), settings)?.os,
      );
      const startsOnLinux =
        evidence.kind !== 'os.name' && imageSystems.includes('linux') && !imageSystems.includes('windows');
      yield {
        at: evidence.at,
        field: [...spec.path, 'nodeSelector'],
        ...describe(pod, evidence.text, startsOnLinux, facts),
        // In a pool of Linux nodes, no node matches a selector for Windows, and a Linux image does not run on Windows nodes.
        fixes: pool?.os === 'linux' || startsOnLinux ? [] : selections(pod, { settings, facts }),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      case: 'its RuntimeClass is not in the workspace',
      result: 'Check that it selects Windows nodes.',
    },
    {
      effect: 'advice',
      case: 'it selects a node pool by name',
      result: 'A selector for Windows would show the operating system of the pool.',
    },
    {
      effect: 'advice',
      case: CUSTOM_LABEL,
      result: 'A selector for Windows would show the operating system of these nodes.',
    },
    {
      effect: 'differs',
      case: LINUX_IMAGE,
      result: 'The pod can be scheduled on a Linux node, where settings for Windows have no effect.',
    },
    {
      effect: 'fails',
      certainty: 'declared',
      doubtful: true,
      result: ON_LINUX,
      seen: "Failed to admit pod as the OS field doesn't match node OS (PodOSNotSupported)",
    },
    { effect: 'fails', doubtful: true, result: ON_LINUX },
  ],
  why: `The scheduler uses labels and ignores \`os.name\`, the image and \`windowsOptions\`. A pod without a node
selector, required node affinity or RuntimeClass for Windows can therefore be placed on a Linux node. There, the
kubelet does not admit it because of \`os.name\`, or its image cannot be pulled.

Set the node selector \`kubernetes.io/os: windows\`, unless the cluster has no Linux workers or taints its Linux
nodes.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

/** The case and the message: what else may keep the pod on Windows nodes. */
function describe(
  pod: Pod,
  evidence: string,
  startsOnLinux: boolean,
  facts: CheckContext['facts'],
): Pick<Problem, 'case' | 'message'> {
  const { isClassMissing, pool } = nodeConstraint(pod, facts);
  if (isClassMissing) {
    return {
      case: 'its RuntimeClass is not in the workspace',
      message: message(
        'This Windows pod relies on RuntimeClass `{1}`, which is not in the workspace (evidence: `{0}`).',
        evidence,
        pod.spec.get('runtimeClassName')?.source ?? '',
      ),
    };
  }
  if (pool && pool.os !== 'linux') {
    return {
      case: 'it selects a node pool by name',
      message: message(
        'This Windows pod needs Windows nodes in node pool `{1}` (evidence: `{0}`).',
        evidence,
        pool.name,
      ),
    };
  }
  const label = startsOnLinux ? undefined : customNodeLabel(pod, facts);
  if (label !== undefined) {
    return { case: CUSTOM_LABEL, message: message('Only `{0}` keeps this pod off Linux nodes.', label) };
  }
  return {
    ...(startsOnLinux ? { case: LINUX_IMAGE } : {}),
    message: message('This Windows pod has no node selector or affinity for Windows (evidence: `{0}`).', evidence),
  };
}

function selections(pod: Pod, context: Pick<CheckContext, 'settings' | 'facts'>): FixMaker[] {
  return [
    () => [selectOs(pod, 'windows')],
    () =>
      selectBuilds(pod, context).map((build) => ({
        ...build,
        title: build.title.replace('Insert ', 'Insert nodeSelector `kubernetes.io/os: windows` and '),
        changes: [...selectOs(pod, 'windows').changes, ...build.changes],
      })),
  ];
}
