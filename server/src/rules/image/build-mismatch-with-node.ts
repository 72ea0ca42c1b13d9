import { inContainers } from '../../lint/forbidden-field.ts';
import { changeRelease, fittingReleases } from '../../lint/image-fixes.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { productOf, runsOn, windowsBuild } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, nodeConstraint, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'image/build-mismatch-with-node',
  title: 'Image build does not fit the selected Windows build',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, settings, facts }) {
      const image = parseImage(field.string ?? '');
      const build = imageBuild(image, settings);
      const constraint = nodeConstraint(pod, facts);
      const { hostBuilds, statements } = constraint;
      if (build === undefined || hostBuilds === undefined || hostBuilds.length === 0) return;
      // HostProcess containers run with any build.
      if (isInHostProcess(pod, settings.kubernetesVersion, field) || hasOwnKernel(constraint)) return;
      if (hostBuilds.some((host) => runsOn(build, host, true))) return;
      const running = hostBuilds.filter((host) => runsOn(build, host, settings.strictImageMatching));
      const others = hostBuilds.filter((host) => !running.includes(host));
      const selector = pod.spec.at('nodeSelector', WINDOWS_BUILD_LABEL);
      // No node has the label of a build that Kubernetes never supported.
      const label = windowsBuild(build)?.label;
      const select: Fix[] =
        selector === undefined || label === undefined
          ? []
          : [
              {
                title: `Change \`${WINDOWS_BUILD_LABEL}\` to \`${label}\` (${productOf(build)})`,
                safety: 'review',
                changes: [{ kind: 'replace', path: selector.path, value: label }],
              },
            ];
      // What a digest names has no sibling.
      const releases = image.digest === undefined ? fittingReleases(pod, facts, settings) : [];
      yield {
        at: field.valueSpan,
        case:
          running.length > 0
            ? 'the image is of the release before that of the nodes'
            : 'no selected node can run the image',
        message:
          running.length > 0 && others.length > 0
            ? message(
                'The image is built for {0}, and the pod selects nodes of {1}, where it can run, but also of {2}, where the container cannot be created.',
                productOf(build),
                running.map(productOf).join(' or '),
                others.map(productOf).join(' or '),
              )
            : message(
                'The image is built for {0}, but the pod selects nodes of {1}.',
                productOf(build),
                hostBuilds.map(productOf).join(' or '),
              ),
        related: statements
          .filter(({ key, requirement }) => key === WINDOWS_BUILD_LABEL || requirement !== undefined)
          .filter(({ signal, key }) => key === WINDOWS_BUILD_LABEL || signal === 'cloudLabel')
          .map(({ at, text }) => ({ at, message: `The node's build: ${text}` })),
        fixes: [...select, ...changeRelease(field, image, releases)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'no selected node can run the image',
      result: 'The container cannot be created there.',
      seen: 'The container operating system does not match the host operating system.',
    },
    {
      effect: 'differs',
      case: 'the image is of the release before that of the nodes',
      result: 'The newer nodes run it with a current containerd; some providers still ask for equal builds.',
    },
  ],
  why: `A container shares the kernel of its node, so the build of its image has to fit. On Windows Server 2019 it has to be the very
same. From Windows Server 2022 on a node also runs images of the long-term release before its own, never newer ones; the setting
\`kubewin.strictImageMatching\` asks for equal builds everywhere. HostProcess containers run with any build.`,
  sources: [
    docs.imageCompatibility,
    docs.windowsGuide,
    code('containerd/platforms windows matcher'),
    code('microsoft/hcsshim osversion'),
  ],
} satisfies Rule;
