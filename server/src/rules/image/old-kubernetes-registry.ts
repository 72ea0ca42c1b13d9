import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeImage } from '../../rule-kit/image-fixes.ts';

const OLD = 'k8s.gcr.io/';
const NEW = 'registry.k8s.io/';

export default {
  id: 'image/old-kubernetes-registry',
  code: 'KW1069',
  title: 'Image from the frozen registry k8s.gcr.io',
  gate: 'windows',
  pod: {
    watches: inContainers('image'),
    check(field, { report }) {
      const image = field.string;
      if (!image?.startsWith(OLD)) return;
      report({
        at: field.valueSpan,
        message: message('`k8s.gcr.io` is frozen and has received no new images since April 2023.'),
        fixes: [changeImage(field, NEW + image.slice(OLD.length))],
      });
    },
  },
  outcomes: [{ effect: 'advice', result: 'Newer versions are available only from `registry.k8s.io`.' }],
  why: `The Kubernetes images moved from \`k8s.gcr.io\` to \`registry.k8s.io\`, with the same names and tags. The old
registry gets no new versions, so images for newer Windows releases are missing. Change the registry to
\`registry.k8s.io\`.`,
  sources: [
    {
      title: 'Kubernetes blog: k8s.gcr.io Image Registry Will Be Frozen',
      url: 'https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/',
    },
  ],
} satisfies Rule;
