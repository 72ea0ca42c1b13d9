import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'scheduling/windows-build-too-new',
  code: 'KW1162',
  title: 'windows-build label before Kubernetes 1.17',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    check(field, { settings, report }) {
      report({
        at: field.span,
        message: message(
          '`{1}` is not set by the kubelet in Kubernetes {0}.',
          settings.kubernetesVersion,
          String(field.key),
        ),
      });
    },
  },
  outcomes: [
    { effect: 'differs', until: '1.16', result: 'The pod stays Pending unless the nodes are labeled manually.' },
  ],
  why: `In Kubernetes 1.17 and later, the kubelet sets \`node.kubernetes.io/windows-build\` on its node. In older
clusters, the label exists only if an administrator sets it. Label the nodes manually, or remove the selector.`,
  sources: [docs.labels('')],
} satisfies Rule;
