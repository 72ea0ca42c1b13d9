import { selectOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/toleration-without-selector',
  title: 'Toleration for Windows but no selector',
  gate: 'guessed',
  pod: {
    watches: ['spec.tolerations'],
    *check(tolerations, { pod, verdict, facts }) {
      const [sign] = verdict.evidence;
      const { leaves, open, unknownClass } = nodeConstraint(pod, facts);
      if (pod.partial || leaves !== 'both' || open || unknownClass || pod.spec.get('nodeName') !== undefined) return;
      if (sign === undefined || verdict.evidence.some((one) => one.says === 'windows' && one.signal !== 'toleration'))
        return;
      yield {
        at: tolerations.span,
        message: message('This pod tolerates Windows nodes (`{0}`), but nothing takes it there.', sign.text),
        fixes: [selectOs(pod, 'windows')],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'A toleration only permits: the pod can run on Linux nodes too.' }],
  why: `A taint keeps pods away and a toleration lets them in, but neither attracts. A pod that shall run on Windows needs a node
selector, required node affinity or a RuntimeClass besides.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
