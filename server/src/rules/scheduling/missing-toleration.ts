import { taintText, tolerates } from '../../kubernetes/toleration.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { taintOf } from '../../lint/settings/settings.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isToleratedByGke, tolerate } from '../../rule-kit/tolerate.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/missing-toleration',
  code: 'KW1150',
  title: 'Missing toleration for the taint of Windows nodes',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { pod, settings, facts, report }) {
      const taint = taintOf(settings.taint);
      if (taint === undefined || pod.partial || tolerates(pod, taint)) return;
      // PreferNoSchedule does not prevent scheduling, and nodeName bypasses the scheduler: only NoExecute evicts the pod.
      if (taint.effect === 'PreferNoSchedule' || (spec.get('nodeName') !== undefined && taint.effect !== 'NoExecute'))
        return;
      const { runtimeClass, isClassMissing } = nodeConstraint(pod, facts);
      const classAddsTolerations = isClassMissing || (runtimeClass?.tolerations.length ?? 0) > 0;
      if (classAddsTolerations || isToleratedByGke(pod, taint, settings)) return;
      report({
        at: (spec.get('tolerations') ?? spec.get('nodeSelector') ?? spec).span,
        field: [...spec.path, 'tolerations'],
        ...(spec.get('nodeName') === undefined ? {} : { case: '`nodeName` is set' }),
        message: message('Missing toleration for `{0}`: the pod {effect}.', taintText(taint)),
        fixes: [tolerate(pod, taint)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: '`nodeName` is set',
      doubtful: true,
      phrase: 'is evicted from its node',
    },
    {
      effect: 'fails',
      doubtful: true,
      phrase: 'stays Pending',
      seen: '0/3 nodes are available: 3 node(s) had untolerated taint {os: windows}. (FailedScheduling)',
    },
  ],
  why: `Many clusters keep Linux pods off their Windows nodes with a taint such as \`os=windows:NoSchedule\`. Windows
pods then need a matching toleration in addition to the node selector.

This rule applies only if \`kubewin.taint\` or \`kubewin.provider\` names the taint of your Windows nodes.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
