import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'scheduling/windows-build-too-new',
  title: 'windows-build label before 1.17',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    *check(field, { settings }) {
      yield {
        at: field.span,
        message: message('Kubelets of Kubernetes {0} do not set `{1}`.', settings.kubernetesVersion, String(field.key)),
      };
    },
  },
  outcomes: [
    { effect: 'differs', until: '1.16', result: 'The pod stays Pending unless someone labeled the nodes by hand.' },
  ],
  why: `From 1.17 on the kubelet puts \`node.kubernetes.io/windows-build\` on its node. In older clusters the label is only there
if an administrator set it.`,
  sources: [docs.labels('')],
} satisfies Rule;
