import { taintOf, tolerate, tolerates } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/missing-toleration',
  title: 'No toleration for the usual Windows taint',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const taint = taintOf(settings.taint);
      if (taint === undefined || pod.partial || tolerates(pod, taint)) return;
      // A preference keeps no pod away, and with nodeName the scheduler is not asked: only NoExecute ends the pod then.
      if (taint.effect === 'PreferNoSchedule' || (spec.get('nodeName') !== undefined && taint.effect !== 'NoExecute'))
        return;
      const { runtimeClass, unknownClass } = nodeConstraint(pod, facts);
      const addsTolerations = unknownClass || (runtimeClass?.tolerations.length ?? 0) > 0;
      // GKE adds the toleration itself where it sees the selector.
      const byGke = settings.taint === 'gke' && spec.at('nodeSelector', OS_LABEL)?.string === 'windows';
      if (addsTolerations || byGke) return;
      const text = `${taint.key}=${taint.value}:${taint.effect}`;
      yield {
        at: (spec.get('tolerations') ?? spec.get('nodeSelector') ?? spec).span,
        field: [...spec.path, 'tolerations'],
        message: message('The Windows nodes have the taint `{0}`, and this pod does not tolerate it.', text),
        fixes: [tolerate(pod, taint)],
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'Such nodes do not take it.',
      seen: '0/3 nodes are available: 3 node(s) had untolerated taint {os: windows}. (FailedScheduling)',
    },
  ],
  why: `Many clusters keep Linux pods off their Windows nodes with a taint such as \`os=windows:NoSchedule\`. A Windows pod then needs
the toleration as well as its node selector. Which taint it is, if any, the setting \`kubewin.taint\` says; without it this
rule is silent.`,
  sources: [docs.windowsGuide],
} satisfies Rule;
