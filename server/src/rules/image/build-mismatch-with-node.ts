import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeRelease, fittingReleases, spanOf } from '../../rule-kit/image-fixes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { labelOfBuild, productOf, someRunsOn, windowsBuild } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuilds, lockedImage, parseImage } from '../../windows/images.ts';
import {
  hasOwnKernel,
  isIsolationUnknown,
  nodeConstraint,
  WINDOWS_BUILD_LABEL,
} from '../../windows/node-constraint.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

const NO_NODE = 'no selected node can run the image';
const SOME_NODES = 'some selected nodes cannot run the image';
const NEWER = 'the nodes are one release newer than the image';
/** The case of a RuntimeClass that may have Hyper-V isolation. */
const UNKNOWN_HANDLER = ', and the runtime handler is unknown';
const WITH_HYPER_V = 'The runtime handler is unknown: with Hyper-V isolation, it runs.';
const NO_MATCH = 'The container operating system does not match the host operating system.';
const ON_OTHERS = 'On those nodes, the container does not start.';
const NEEDS = 'Newer nodes need a current containerd, and some providers require equal builds.';

export default {
  id: 'image/build-mismatch-with-node',
  code: 'KW1062',
  title: 'Windows build mismatch between image and node',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, verdict, settings, facts, report }) {
      const image = parseImage(field.text ?? '');
      const builds = imageBuilds(image, settings, isCertainlyWindows(verdict));
      const constraint = nodeConstraint(pod, facts);
      const { hostBuilds, evidence } = constraint;
      if (builds === undefined || hostBuilds === undefined || hostBuilds.length === 0) return;
      // HostProcess containers run on any build.
      if (isInHostProcess(pod, settings.kubernetesVersion, field) || hasOwnKernel(constraint)) return;
      const mismatched = hostBuilds.filter((host) => !someRunsOn(builds, host, settings.strictImageMatching));
      // The registry is certain, and a tag is not.
      const isLocked = lockedImage(image, settings) !== undefined;
      if (mismatched.length === 0 && (isLocked || builds.some((build) => hostBuilds.includes(build)))) return;
      const condition = mismatched.length === 0 ? NEWER : mismatched.length < hostBuilds.length ? SOME_NODES : NO_NODE;
      const selector = pod.spec.at('nodeSelector', WINDOWS_BUILD_LABEL);
      // No node has the label of a build that Kubernetes never supported.
      const selectBuild = builds.flatMap((build): Fix[] => {
        const label = windowsBuild(build)?.label;
        if (selector === undefined || label === undefined) return [];
        return [
          {
            title: t`Change \`${WINDOWS_BUILD_LABEL}\` to \`${label}\` (${productOf(build)})`,
            safety: 'review',
            changes: [{ kind: 'replace', path: selector.path, value: label }],
          },
        ];
      });
      const built = builds.map(productOf).join(' or ');
      // A digest does not tell which image to use for another release.
      const releases = image.digest === undefined ? fittingReleases(pod, facts, settings) : [];
      report({
        at: field.valueSpan,
        part: spanOf(field, image.tag),
        case: isIsolationUnknown(constraint) ? `${condition}${UNKNOWN_HANDLER}` : condition,
        message: isLocked
          ? message(
              'This image {effect}: it has Windows variants for {0}, and the pod selects {1}.',
              builds.map(labelOfBuild).join(' and '),
              mismatched.map(labelOfBuild).join(' or '),
            )
          : condition === SOME_NODES
            ? message(
                'This image {effect}: it is built for {0}, but some have {1}.',
                built,
                mismatched.map(productOf).join(' or '),
              )
            : message(
                'This image {effect}: it is built for {0}, but the pod selects nodes with {1}.',
                built,
                hostBuilds.map(productOf).join(' or '),
              ),
        related: evidence
          .filter(({ key, requirement }) => key === WINDOWS_BUILD_LABEL || requirement !== undefined)
          .filter(({ kind, key }) => key === WINDOWS_BUILD_LABEL || kind === 'cloudLabel')
          .map(({ at, text }) => ({ at, message: t`Build of the nodes: ${text}` })),
        fixes: [...selectBuild, ...changeRelease(field, image, releases)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: NO_NODE,
      seen: NO_MATCH,
    },
    {
      effect: 'fails',
      case: SOME_NODES,
      doubtful: true,
      phrase: 'does not run on all selected nodes',
      result: ON_OTHERS,
      seen: NO_MATCH,
    },
    {
      effect: 'fails',
      case: `${NO_NODE}${UNKNOWN_HANDLER}`,
      doubtful: true,
      result: WITH_HYPER_V,
      seen: NO_MATCH,
    },
    {
      effect: 'differs',
      case: NEWER,
      phrase: 'may not run',
      result: NEEDS,
    },
    {
      effect: 'differs',
      case: `${SOME_NODES}${UNKNOWN_HANDLER}`,
      phrase: 'may not run on all selected nodes',
      result: WITH_HYPER_V,
      seen: NO_MATCH,
    },
    {
      effect: 'differs',
      case: `${NEWER}${UNKNOWN_HANDLER}`,
      doubtful: true,
      phrase: 'may not run',
      result: NEEDS,
    },
  ],
  why: `Containers share the kernel of the node, so the build of the image must be compatible. Windows Server 2019
nodes run only images of their own build, and Windows Server 2025 nodes also run Windows Server 2022 images. Pin the
image to the release of the nodes, or select nodes with its build; only HostProcess containers run on any build.

An image never runs on an older build, and the setting \`kubewin.strictImageMatching\` requires equal builds.`,
  sources: [
    docs.imageCompatibility,
    docs.windowsGuide,
    code('containerd/platforms windows matcher'),
    code('microsoft/hcsshim osversion'),
  ],
} satisfies Rule;
