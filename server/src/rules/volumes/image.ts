import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/image',
  title: 'Image volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].image'],
    *check(field) {
      if (!field.isMapping) return;
      yield {
        at: field.span,
        message: message('Volume `{0}` is the content of an image.', volumeNameOf(field)),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.35',
      doubtful: true,
      result: 'containerd is not known to mount one on Windows, so the container may not be created.',
    },
    {
      effect: 'ignored',
      since: '1.31',
      until: '1.34',
      result: 'Up to 1.34 the feature is off by default, and the API server drops the source of the volume.',
    },
  ],
  why: `The container runtime unpacks the image and mounts it, and containerd does that for Linux containers only so far. Put the
files into an image that an init container runs, and let it copy them into an \`emptyDir\`.`,
  sources: [docs.volumesAt('image'), code('containerd/containerd issue 11903')],
} satisfies Rule;
