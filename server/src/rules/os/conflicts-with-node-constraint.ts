import { message, type Rule } from '../../lint/rule.ts';
import { changeOsLabels, changeOsName, keptOn, OS_TITLES } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-node-constraint',
  code: 'KW1078',
  title: 'os.name that contradicts the node selector or affinity',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec.os.name'],
    check(field, { pod, facts, report }) {
      const intended = intendedOs(pod);
      const constraint = nodeConstraint(pod, facts);
      const { nodes } = constraint;
      if (!intended?.exact || (nodes !== 'windows' && nodes !== 'linux') || nodes === intended.os) return;
      report({
        at: field.valueSpan,
        message: message(
          '`os.name: {0}` {effect}: the pod can only be scheduled on {1} nodes.',
          intended.os,
          OS_TITLES[nodes],
        ),
        related: keptOn(nodes, constraint),
        fixes: [changeOsName(pod, nodes), ...changeOsLabels(constraint, intended.os)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      result: 'The kubelet does not admit the pod.',
      seen: "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS",
    },
  ],
  why: `The scheduler uses labels, and the kubelet checks \`os.name\`. If they disagree, the pod is scheduled on a
node that does not admit it, and the controller keeps creating new pods. Correct \`os.name\` or the node selector.`,
  sources: [
    docs.windowsGuide,
    docs.podOs,
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOnOSField'),
  ],
} satisfies Rule;
