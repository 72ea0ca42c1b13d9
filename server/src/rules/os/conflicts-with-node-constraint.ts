import { changeOsLabels, changeOsName, keptOn, OS_TITLES } from '../../lint/operating-system.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-node-constraint',
  title: 'spec.os.name contradicts the node constraints',
  gate: 'any',
  pod: {
    watches: ['spec.os.name'],
    *check(field, { pod, facts }) {
      const intended = intendedOs(pod);
      const constraint = nodeConstraint(pod, facts);
      const { leaves } = constraint;
      if (!intended?.exact || (leaves !== 'windows' && leaves !== 'linux') || leaves === intended.os) return;
      yield {
        at: field.valueSpan,
        message: message('`os.name` is `{0}`, but the pod goes to {1} nodes only.', intended.os, OS_TITLES[leaves]),
        related: keptOn(leaves, constraint),
        fixes: [changeOsName(pod, leaves), ...changeOsLabels(constraint, intended.os)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      result: 'The node that gets it refuses it.',
      seen: "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS",
    },
  ],
  why: `The scheduler goes by labels and the kubelet by \`os.name\`. Where they disagree, the pod is sent to a node that
fails it, and a controller makes the next pod, which fares no better. One of the two is a mistake.`,
  sources: [
    docs.windowsGuide,
    docs.podOs,
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOnOSField'),
  ],
} satisfies Rule;
