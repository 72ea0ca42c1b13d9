import { message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { code } from '../../rule-kit/sources.ts';
import { BETA_OS_LABEL, nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';
import { providerOf } from '../../windows/providers.ts';
import { requiredPresence } from '../../windows/required-labels.ts';

const ADDRESS = 'vpc.amazonaws.com/PrivateIPv4Address';

/** Labels that only nodes of EKS have: those of managed node groups, and of eksctl. */
const EKS_LABELS = ['eks.amazonaws.com/nodegroup', 'alpha.eksctl.io/nodegroup-name', 'alpha.eksctl.io/cluster-name'];

export default {
  id: 'scheduling/eks-node-selector',
  code: 'KW1146',
  title: 'Windows pod on Amazon EKS without a nodeSelector',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { pod, settings, facts, report }) {
      if (pod.partial) return;
      const isEks =
        providerOf(settings) === 'eks' || EKS_LABELS.some((key) => requiredPresence(pod, facts, key).length > 0);
      if (!isEks) return;
      // A pod on the host network does not need an address.
      const hostNetwork = spec.get('hostNetwork');
      if (hostNetwork !== undefined && hostNetwork.boolean !== false) return;
      if ([OS_LABEL, BETA_OS_LABEL].some((label) => spec.at('nodeSelector', label) !== undefined)) return;
      const { evidence, isClassMissing } = nodeConstraint(pod, facts);
      // The API server copies the node selector of a RuntimeClass to the pod.
      if (isClassMissing || evidence.some(({ origin }) => origin === 'runtimeClass')) return;
      const affinity = evidence.find(({ key, says }) => key === OS_LABEL && says === 'windows')?.at;
      const requestsAddress = pod.containers.some(
        ({ field }) => field.at('resources', 'limits', ADDRESS) !== undefined,
      );
      if (affinity === undefined || 'uri' in affinity || requestsAddress) return;
      report({
        at: affinity,
        field: [...spec.path, 'nodeSelector'],
        message: message('Node affinity selects the Windows nodes, but Amazon EKS reads only `nodeSelector`.'),
        fixes: [selectOs(pod, 'windows')],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The pod gets no IP address and does not start.',
      seen: `pod does not have label ${ADDRESS}`,
    },
  ],
  why: `A webhook of Amazon EKS requests an IP address for each Windows pod. It detects Windows pods by
\`kubernetes.io/os: windows\` in \`nodeSelector\` and ignores node affinity and \`os.name\`. Set the node selector as
well.

This rule applies only if \`kubewin.provider\` or \`kubewin.taint\` is \`eks\` or the pod selects a node group of EKS, and not to pods with
\`hostNetwork: true\`.`,
  sources: [
    {
      title: 'AWS: Deploy Windows nodes on EKS clusters',
      url: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
    },
    code('aws/amazon-vpc-resource-controller-k8s webhooks/core/pod_webhook.go hasWindowsNodeSelector'),
  ],
} satisfies Rule;
