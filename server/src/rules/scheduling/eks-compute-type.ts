import { message, type Rule } from '../../lint/rule.ts';
import { requiredValues } from '../../windows/required-labels.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const COMPUTE_TYPE = 'eks.amazonaws.com/compute-type';
const LINUX_TYPES: ReadonlyMap<string, string> = new Map([
  ['auto', 'EKS Auto Mode'],
  ['fargate', 'AWS Fargate'],
]);

export default {
  id: 'scheduling/eks-compute-type',
  code: 'KW1145',
  title: 'Windows pod on EKS Auto Mode or Fargate',
  since: '0.1',
  gate: 'guessed',
  pod: {
    watches: ['spec'],
    check(spec, { pod, verdict, facts, report }) {
      const [required] = requiredValues(pod, facts, COMPUTE_TYPE);
      const [value = '', ...others] = required?.values ?? [];
      const type = LINUX_TYPES.get(value);
      const evidence = verdict.evidence[0];
      if (required?.field === undefined || type === undefined || others.length > 0) return;
      // nodeName bypasses the scheduler. A shell such as `pwsh` exists on Linux, too.
      const isEnough = verdict.certainty === 'assumed' || (evidence !== undefined && isAtLeast(evidence, 'medium'));
      if (spec.get('nodeName') !== undefined || !isEnough) return;
      report({
        at: required.at,
        field: required.field,
        message: message('`{0}: {1}` {effect}: {2} has no Windows nodes.', COMPUTE_TYPE, value, type),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      phrase: 'keeps this Windows pod Pending',
      result: '',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `The nodes of EKS Auto Mode run Bottlerocket, which is Linux, and Fargate does not support Windows containers. Use
a managed or self-managed node group with Windows nodes, and remove \`eks.amazonaws.com/compute-type\` from the pod.`,
  sources: [
    {
      title: 'AWS: EKS Auto Mode',
      url: 'https://docs.aws.amazon.com/eks/latest/best-practices/automode.html',
    },
    {
      title: 'AWS: Deploy Windows nodes on EKS clusters',
      url: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
    },
  ],
} satisfies Rule;
