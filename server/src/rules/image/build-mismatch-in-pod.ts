import type { Pod } from '../../kubernetes/pod.ts';
import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { spanOf } from '../../rule-kit/image-fixes.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { haveCommonHost, productOf } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, nodeConstraint } from '../../windows/node-constraint.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'image/build-mismatch-in-pod',
  code: 'KW1061',
  title: 'Windows images of incompatible builds in one pod',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, facts, once, report }) {
      const conflict = once(pod.spec, firstConflict);
      if (conflict === undefined || conflict.image.field !== field || hasOwnKernel(nodeConstraint(pod, facts))) return;
      const { image, other } = conflict;
      report({
        at: field.valueSpan,
        part: spanOf(field, parseImage(field.text ?? '').tag),
        message: message(
          'This image cannot run next to container `{1}`: it is built for {0}, the other image for {2}.',
          productOf(image.build),
          other.name,
          productOf(other.build),
        ),
        related: [{ at: other.field.valueSpan, message: t`Image for ${productOf(other.build)}` }],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'At least one of the containers never starts.',
      seen: 'The container operating system does not match the host operating system.',
    },
  ],
  why: `All containers of a pod run on the same node and share its kernel. Windows Server 2019 nodes run only images
of their own build, and Windows Server 2025 nodes also run Windows Server 2022 images. Use images of one release for
all containers; only HostProcess containers run on any build.

No node can run images of 2019 and 2022 together.`,
  sources: [docs.imageCompatibility],
} satisfies Rule;

interface BuiltImage {
  readonly field: Field;
  readonly name: string;
  readonly build: number;
}

/** The first image that no node can run together with a previous one. */
function firstConflict(
  _: Field,
  { pod, verdict, settings }: PodContext,
): Record<'image' | 'other', BuiltImage> | undefined {
  const builds = new Map<number, BuiltImage>();
  for (const image of builtImages(pod, settings, isCertainlyWindows(verdict))) {
    if (builds.has(image.build)) continue;
    const isStrict = settings.strictImageMatching;
    const other = [...builds.values()].find((previous) => !haveCommonHost(previous.build, image.build, isStrict));
    if (other !== undefined) return { image, other };
    builds.set(image.build, image);
  }
  return undefined;
}

/** The images with a known build that share the kernel of the node. */
function builtImages(pod: Pod, settings: Settings, isWindowsPod: boolean): BuiltImage[] {
  return hostProcess(pod, settings.kubernetesVersion).containers.flatMap(({ container, isHostProcess }) => {
    const field = container.field.get('image');
    const build = field?.text === undefined ? undefined : imageBuild(parseImage(field.text), settings, isWindowsPod);
    return field === undefined || build === undefined || isHostProcess
      ? []
      : [{ field, name: container.name ?? '?', build }];
  });
}
