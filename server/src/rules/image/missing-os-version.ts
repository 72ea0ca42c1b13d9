import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { someRunsOn } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { buildOfPlatform, windowsVariants } from '../../windows/image-platforms.ts';
import { lockedImage, parseImage } from '../../windows/images.ts';
import { nodeArchitectures } from '../../windows/node-architectures.ts';
import { hasOwnKernel, isIsolationUnknown, nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'image/missing-os-version',
  code: 'KW1067',
  title: 'Windows image without os.version',
  gate: 'windows',
  since: '0.2',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, settings, facts, report }) {
      const locked = lockedImage(parseImage(field.text ?? ''), settings);
      if (locked === undefined) return;
      const architectures = nodeArchitectures(pod, facts);
      const variants = windowsVariants(locked).filter(({ architecture }) => architectures?.includes(architecture));
      if (variants.every(({ osVersion }) => osVersion !== undefined)) return;
      // HostProcess containers run on any build, and their images have no `os.version` on purpose.
      const constraint = nodeConstraint(pod, facts);
      if (isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      if (hasOwnKernel(constraint) || isIsolationUnknown(constraint)) return;
      // A variant whose build fits the node comes first.
      const builds = variants.flatMap((variant) => buildOfPlatform(variant) ?? []);
      if (constraint.hostBuilds?.every((host) => someRunsOn(builds, host))) return;
      report({
        at: field.valueSpan,
        message: message('This image {effect}: nodes whose build no variant names take one without `os.version`.'),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      phrase: 'may not run on its node',
      seen: 'The container operating system does not match the host operating system.',
    },
  ],
  why: `An image index names the Windows build of each variant in \`os.version\`. If no build fits the node, containerd
takes the first variant without \`os.version\`, whatever its build. Set it with \`docker manifest annotate --os-version\`.

\`docker buildx\` may write an index without it. On a node of another build, the image is pulled, but the container does not
start.`,
  sources: [
    {
      title: 'containerd: Add fallback for windows platforms without osversion (pull request 8101)',
      url: 'https://github.com/containerd/containerd/pull/8101',
    },
    code('containerd/platforms platform_windows_compat.go windowsVersionMatcher.Match, windowsMatchComparer.Less'),
    code('containerd/containerd core/images/image.go Manifest'),
    docs.imageCompatibility,
  ],
} satisfies Rule;
