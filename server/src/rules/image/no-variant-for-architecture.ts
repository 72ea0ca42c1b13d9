import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { shownPlatforms, windowsVariants } from '../../windows/image-platforms.ts';
import { lockedImage, parseImage } from '../../windows/images.ts';
import { nodeArchitectures } from '../../windows/node-architectures.ts';

export default {
  id: 'image/no-variant-for-architecture',
  code: 'KW1068',
  title: 'Windows image for another architecture than the nodes',
  gate: 'windows',
  since: '0.2',
  pod: {
    watches: inContainers('image'),
    check(field, { pod, settings, facts, report }) {
      const locked = lockedImage(parseImage(field.text ?? ''), settings);
      // `image/linux-image-on-windows` reports an image without any Windows variant.
      const variants = locked === undefined ? [] : windowsVariants(locked);
      if (variants.length === 0) return;
      const architectures = nodeArchitectures(pod, facts);
      if (architectures === undefined) return;
      if (variants.some(({ architecture }) => architectures.includes(architecture))) return;
      report({
        at: field.valueSpan,
        message: message(
          'This image {effect}: it has no Windows variant for {0}, only {1}.',
          architectures.join(' or '),
          shownPlatforms(variants),
        ),
      });
    },
  },
  outcomes: [{ effect: 'fails', seen: 'no match for platform in manifest' }],
  why: `The container runtime pulls the variant for the operating system and the architecture of the node. Without
one, the pull fails. Publish the image for the architecture of the nodes, which is \`amd64\` on all Windows nodes that
Kubernetes supports.`,
  sources: [
    docs.windowsGuide,
    code('kubernetes/kubernetes hack/lib/golang.sh KUBE_SUPPORTED_NODE_PLATFORMS'),
    code('containerd/platforms platforms.go Match'),
    code('containerd/containerd core/images/image.go Manifest'),
  ],
} satisfies Rule;
