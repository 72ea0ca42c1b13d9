import type { PersistentVolumeFact } from '../../kubernetes/facts.ts';
import type { Requirement } from '../../kubernetes/node-selection.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type CheckContext, type FixMaker, message, type Problem, type Rule } from '../../lint/rule.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import type { EvidenceKind } from '../../windows/evidence.ts';
import { imageOs, parseImage } from '../../windows/images.ts';
import { constraintWith, nodeConstraint } from '../../windows/node-constraint.ts';
import { customNodeLabel, selectsByName } from '../../windows/required-labels.ts';
import { mayHaveVolumeWithNodes, volumesOfPod } from '../../windows/storage-links.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const ON_LINUX = 'can be scheduled on a Linux node, where it does not start';
const CUSTOM_LABEL = 'it selects nodes by another label';
const LINUX_IMAGE = 'one of its images is for Linux';
const UNKNOWN_IMAGE = 'no image is known to be for Windows';

/** Evidence that Linux nodes ignore. */
const WINDOWS_SETTINGS: readonly EvidenceKind[] = ['hostProcess', 'windowsOptions'];

export default {
  id: 'scheduling/missing-os-constraint',
  code: 'KW1149',
  title: 'Windows pod without a node selector or affinity for Windows',
  gate: 'guessed',
  pod: {
    watches: ['spec'],
    check(spec, { pod, verdict, settings, facts, report }) {
      const evidence = verdict.evidence[0];
      // With a directive, the selector is added elsewhere, by Helm values or a Kustomize patch.
      if (evidence === undefined || evidence.says !== 'windows' || evidence.kind === 'directive') return;
      if (pod.partial || spec.get('nodeName') !== undefined || 'uri' in evidence.at) return;
      // The constraint may be in the unknown RuntimeClass, or written by a template.
      const constraintFields =
        spec.document.errors.length > 0 ? [spec] : [spec.get('nodeSelector'), spec.get('affinity')];
      if (constraintFields.some((field) => field?.holdsActions)) return;
      // Linux nodes do not have the devices of Windows nodes.
      if (verdict.evidence.some(({ kind }) => kind === 'resource')) return;
      const { nodes, isUndetermined } = nodeConstraint(pod, facts);
      if (nodes !== 'both' || isUndetermined || !isAtLeast(evidence, 'medium')) return;
      if (mayHaveVolumeWithNodes(facts, pod)) return;
      const volumes = volumesOfPod(facts, pod).filter(({ nodeRequirements }) => nodeRequirements !== undefined);
      const withVolumes = constraintWith(pod, facts, volumes.flatMap(requirementsOf));
      // The volumes are only on Windows nodes, or the pod is for certain nodes, whose operating system is known to whoever
      // chose them.
      if (withVolumes.nodes === 'windows' || selectsByName(withVolumes.selection)) return;
      const imageSystems = pod.containers.map(
        (container) => imageOs(parseImage(container.field.get('image')?.text ?? ''), settings)?.os,
      );
      const isAdmitted = evidence.kind !== 'os.name' && !imageSystems.includes('windows');
      const startsOnLinux = isAdmitted && imageSystems.includes('linux');
      const mayStart = isAdmitted && WINDOWS_SETTINGS.includes(evidence.kind);
      report({
        // Where the selector is inserted.
        at: spec.get('nodeSelector')?.span ?? spec.span,
        cause: evidence.at,
        field: [...spec.path, 'nodeSelector'],
        ...describe(pod, startsOnLinux ? LINUX_IMAGE : mayStart ? UNKNOWN_IMAGE : undefined, facts, withVolumes),
        ...(volumes.length === 0
          ? {}
          : {
              related: volumes.map(({ name, location }) => ({
                at: location,
                message: t`PersistentVolume ${name} selects its nodes`,
              })),
            }),
        // In a pool of Linux nodes, no node matches a selector for Windows, and a Linux image does not run on Windows nodes.
        fixes:
          withVolumes.pool?.os === 'linux' || withVolumes.nodes !== 'both' || startsOnLinux
            ? []
            : selections(pod, { settings, facts }),
      });
    },
  },
  outcomes: [
    {
      effect: 'advice',
      case: 'its RuntimeClass is not in the workspace',
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
      phrase: 'can be scheduled on a Linux node, where settings for Windows have no effect',
    },
    {
      effect: 'fails',
      case: UNKNOWN_IMAGE,
      doubtful: true,
      phrase: 'can be scheduled on a Linux node, where it fails or its Windows settings have no effect',
    },
    {
      effect: 'fails',
      certainty: 'declared',
      doubtful: true,
      phrase: ON_LINUX,
      seen: "Failed to admit pod as the OS field doesn't match node OS (PodOSNotSupported)",
    },
    { effect: 'fails', doubtful: true, phrase: ON_LINUX },
  ],
  why: `The scheduler uses labels and ignores \`os.name\`, the image and \`windowsOptions\`. A pod without a node
selector, required node affinity or RuntimeClass for Windows can therefore be placed on a Linux node. There, the
kubelet does not admit it because of \`os.name\`, its image cannot be pulled, or \`windowsOptions\` has no effect.

Set the node selector \`kubernetes.io/os: windows\`, unless the cluster has no Linux workers or taints its Linux
nodes.`,
  sources: [docs.windowsGuide, docs.volumesAt('local')],
} satisfies Rule;

function requirementsOf({ nodeRequirements = [] }: PersistentVolumeFact): Requirement[] {
  return nodeRequirements.map((requirement) => ({ ...requirement, state: 'valid', field: undefined }));
}

/** The case and the message: what else may keep the pod on Windows nodes. */
function describe(
  pod: Pod,
  image: typeof LINUX_IMAGE | typeof UNKNOWN_IMAGE | undefined,
  facts: CheckContext['facts'],
  { pool, selection }: Pick<ReturnType<typeof constraintWith>, 'pool' | 'selection'>,
): Pick<Problem, 'case' | 'message'> {
  const { isClassMissing } = nodeConstraint(pod, facts);
  if (isClassMissing) {
    return {
      case: 'its RuntimeClass is not in the workspace',
      message: message(
        'RuntimeClass `{0}` is not in the workspace: check that it selects Windows nodes.',
        pod.spec.get('runtimeClassName')?.source ?? '',
      ),
    };
  }
  if (pool && pool.os !== 'linux') {
    return {
      case: 'it selects a node pool by name',
      message: message('Only node pool `{0}` keeps this pod off Linux nodes.', pool.name),
    };
  }
  const label = image === LINUX_IMAGE ? undefined : customNodeLabel(selection);
  if (label !== undefined) {
    return { case: CUSTOM_LABEL, message: message('Only `{0}` keeps this pod off Linux nodes.', label) };
  }
  return {
    ...(image ? { case: image } : {}),
    message: message('No Windows node selector: the pod {effect}.'),
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
