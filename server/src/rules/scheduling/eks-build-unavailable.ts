import { message, type Rule } from '../../lint/rule.ts';
import { buildOfLabel, SERVER_2025 } from '../../windows/builds.ts';
import { WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';
import { providerOf } from '../../windows/providers.ts';

export default {
  id: 'scheduling/eks-build-unavailable',
  code: 'KW1144',
  title: 'Windows Server 2025 nodes that EKS does not have',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: [`spec.nodeSelector[${WINDOWS_BUILD_LABEL}]`],
    check(field, { settings, report }) {
      if (providerOf(settings) !== 'eks' || buildOfLabel(field.string ?? '') !== SERVER_2025) return;
      report({
        at: field.valueSpan,
        message: message(
          '`windows-build: {0}` has no AMI of EKS with Kubernetes {1}.',
          field.string ?? '',
          settings.kubernetesVersion,
        ),
      });
    },
  },
  outcomes: [
    { effect: 'differs', until: '1.34', result: 'The pod stays Pending unless the nodes are built from a custom AMI.' },
  ],
  why: `Amazon publishes AMIs of Windows Server 2025 for EKS from Kubernetes 1.35 on. Before, a node of this build
needs a custom AMI. Select Windows Server 2022, or upgrade the cluster.

This rule applies only if \`kubewin.provider\` or \`kubewin.taint\` is \`eks\`.`,
  sources: [
    {
      title: 'Amazon EKS: Windows AMI versions',
      url: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-versions-windows.html',
    },
  ],
} satisfies Rule;
