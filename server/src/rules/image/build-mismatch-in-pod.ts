import type { Pod } from '../../kubernetes/pod.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings.ts';
import { docs } from '../../lint/sources.ts';
import { haveCommonHost, productOf } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { imageBuild, parseImage } from '../../windows/images.ts';
import { hasOwnKernel, nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'image/build-mismatch-in-pod',
  title: 'Two Windows images that no node can run together',
  gate: 'guessed',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, facts, once }) {
      const conflict = once(pod.spec, firstConflict);
      if (conflict === undefined || conflict.image.field !== field || hasOwnKernel(nodeConstraint(pod, facts))) return;
      const { image, other } = conflict;
      yield {
        at: field.valueSpan,
        message: message(
          'This image is built for {0} and that of container `{1}` for {2}, and no node runs both.',
          productOf(image.build),
          other.name,
          productOf(other.build),
        ),
        related: [{ at: other.field.valueSpan, message: `An image for ${productOf(other.build)}` }],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'At least one of the containers never starts.',
      seen: 'The container operating system does not match the host operating system.',
    },
  ],
  why: `All containers of a pod run on one node and share its kernel. A node of Windows Server 2019 runs images of its own build
only; nodes from Windows Server 2022 on also run those of the long-term release before. So images of 2019 and 2022 never meet on
a node. Give all containers of the pod images of one release; HostProcess containers run with any.`,
  sources: [docs.imageCompatibility],
} satisfies Rule;

interface BuiltImage {
  readonly field: Field;
  readonly name: string;
  readonly build: number;
}

/** The first image that no node can run together with one before it. */
function firstConflict(_: Field, { pod, settings }: PodContext): Record<'image' | 'other', BuiltImage> | undefined {
  const builds = new Map<number, BuiltImage>();
  for (const image of builtImages(pod, settings)) {
    if (builds.has(image.build)) continue;
    const isStrict = settings.strictImageMatching;
    const other = [...builds.values()].find((one) => !haveCommonHost(one.build, image.build, isStrict));
    if (other !== undefined) return { image, other };
    builds.set(image.build, image);
  }
  return undefined;
}

/** The images that share the kernel of the node, as far as their builds are known. */
function builtImages(pod: Pod, settings: Settings): BuiltImage[] {
  return hostProcess(pod, settings.kubernetesVersion).containers.flatMap(({ container, isHostProcess }) => {
    const field = container.field.get('image');
    const build = field?.string === undefined ? undefined : imageBuild(parseImage(field.string), settings);
    return field === undefined || build === undefined || isHostProcess
      ? []
      : [{ field, name: container.name ?? '?', build }];
  });
}
