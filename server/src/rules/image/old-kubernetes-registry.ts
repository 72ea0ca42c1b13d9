import { inContainers } from '../../lint/forbidden-field.ts';
import { changeImage } from '../../lint/image-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';

const OLD = 'k8s.gcr.io/';
const NEW = 'registry.k8s.io/';

export default {
  id: 'image/old-kubernetes-registry',
  title: 'Image from k8s.gcr.io, which is frozen',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    *check(field) {
      const image = field.string;
      if (!image?.startsWith(OLD)) return;
      yield {
        at: field.valueSpan,
        message: message('The registry `k8s.gcr.io` has been frozen since April 2023.'),
        fixes: [changeImage(field, NEW + image.slice(OLD.length))],
      };
    },
  },
  outcomes: [{ effect: 'advice', result: 'Newer versions are published at `registry.k8s.io` only.' }],
  why: `The images of Kubernetes moved from \`k8s.gcr.io\` to \`registry.k8s.io\`, under the same names and tags. The old registry gets no new
versions, so that images for newer releases of Windows are missing there.`,
  sources: [
    {
      title: 'Kubernetes blog: k8s.gcr.io Image Registry Will Be Frozen',
      url: 'https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/',
    },
  ],
} satisfies Rule;
