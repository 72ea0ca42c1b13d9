import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import { type PlainToleration, type Taint, taintText, tolerates } from '../kubernetes/toleration.ts';
import type { Fix } from '../lint/rule.ts';
import { type Settings, taintOf } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import { nodeConstraint, OS_LABEL } from '../windows/node-constraint.ts';
import { usableNodes, windowsNodes } from '../windows/nodes.ts';
import { providerOf } from '../windows/providers.ts';
import { aboveContainers } from './scheduling-place.ts';

/** Adds a toleration for a taint. */
export function tolerate(pod: Pod, taint: Taint): Fix {
  const { key, value, effect } = taint;
  return {
    title: t`Insert toleration \`${key}=${value}:${effect}\``,
    safety: 'review',
    changes: [
      {
        kind: 'append',
        path: [...pod.spec.path, 'tolerations'],
        value: { key, operator: 'Equal', value, effect },
        place: pod.spec.get('nodeSelector') === undefined ? aboveContainers(pod) : { after: 'nodeSelector' },
      },
    ],
  };
}

const GKE_TAINT = { key: 'node.kubernetes.io/os', value: 'windows', effect: 'NoSchedule' } as const;

/**
 * Whether GKE adds the toleration for a taint, that of its Windows nodes, to a pod: it does so if the node selector names
 * Windows. https://cloud.google.com/kubernetes-engine/docs/how-to/creating-a-cluster-windows
 */
export function isToleratedByGke({ spec }: Pod, taint: Taint, settings: Settings): boolean {
  return (
    providerOf(settings) === 'gke' &&
    taintText(taint) === taintText(GKE_TAINT) &&
    spec.at('nodeSelector', OS_LABEL)?.string === 'windows'
  );
}

/** The tolerations that a RuntimeClass and GKE add to those of the pod. */
export function addedTolerations(pod: Pod, settings: Settings, facts: Facts): readonly PlainToleration[] {
  const { runtimeClass } = nodeConstraint(pod, facts);
  // Of a RuntimeClass, it is enough to have some.
  if ((runtimeClass?.tolerations.length ?? 0) > 0) return [{ key: '', effect: '', exists: true, value: '' }];
  return isToleratedByGke(pod, GKE_TAINT, settings) ? [{ ...GKE_TAINT, exists: false }] : [];
}

/** Whether a taint keeps a pod off the Windows nodes: that of the settings, or those of all Windows nodes in the workspace. */
export function isKeptOffWindows(pod: Pod, settings: Settings, facts: Facts): boolean {
  const taint = taintOf(settings.taint);
  if (taint !== undefined && taint.effect !== 'PreferNoSchedule' && !tolerates(pod, taint)) return true;
  return windowsNodes(facts).length > 0 && usableNodes(pod, facts, { every: [], terms: undefined }).nodes.length === 0;
}
