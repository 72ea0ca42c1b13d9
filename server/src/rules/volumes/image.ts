import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/image',
  code: 'KW1240',
  title: 'Image volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].image'],
    check(field, { report }) {
      if (!field.isMapping) return;
      report({
        at: field.span,
        message: message('Image volume `{0}` {effect}.', volumeNameOf(field)),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.35',
      doubtful: true,
      result: 'On Windows, containerd is not known to support image volumes.',
    },
    {
      effect: 'ignored',
      since: '1.31',
      until: '1.34',
      result: 'Before Kubernetes 1.35, image volumes are disabled by default, and the API server drops the volume.',
    },
  ],
  why: `The container runtime unpacks the image and mounts it; so far, containerd supports this only for Linux
containers. Instead, put the files into an image that runs on Windows, and copy them into an \`emptyDir\` from an
init container.`,
  sources: [docs.volumesAt('image'), code('containerd/containerd issue 11903')],
} satisfies Rule;
