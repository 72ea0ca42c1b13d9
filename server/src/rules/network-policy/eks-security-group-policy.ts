import { message, type Rule } from '../../lint/rule.ts';
import { code } from '../../rule-kit/sources.ts';
import { windowsSecurityGroupPolicy } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'network-policy/eks-security-group-policy',
  code: 'KW1072',
  title: 'SecurityGroupPolicy for Windows pods',
  since: '0.1',
  gate: 'object',
  objects: [
    windowsSecurityGroupPolicy(['spec.podSelector'], (field) => ({
      at: field.span,
      message: message('This SecurityGroupPolicy selects Windows pods.'),
    })),
  ],
  outcomes: [{ effect: 'ignored', result: 'EKS assigns security groups only to pods on Linux nodes and on Fargate.' }],
  why: `A SecurityGroupPolicy assigns security groups of EC2 to pods. EKS does not support this on Windows nodes:
Windows pods share the security groups of their node. Put pods that need a security group of their own on nodes of
their own.

A Windows pod that sets its operating system only in node affinity is treated like a Linux pod, and stays Pending.`,
  sources: [
    {
      title: 'Amazon EKS: Assign security groups to individual Pods',
      url: 'https://docs.aws.amazon.com/eks/latest/userguide/security-groups-for-pods.html',
    },
    code('aws/amazon-vpc-resource-controller-k8s webhooks/core/pod_webhook.go WhichPod'),
  ],
} satisfies Rule;
