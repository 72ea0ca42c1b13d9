import type { Pod } from '../kubernetes/pod.ts';
import { type Taint, tolerates } from '../kubernetes/toleration.ts';
import type { Fix } from '../lint/rule.ts';
import { type Settings, taintOf } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
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

/** Whether the taint of the Windows nodes keeps a pod off them. */
export function isKeptOffWindows(pod: Pod, settings: Settings): boolean {
  const taint = taintOf(settings.taint);
  return taint !== undefined && taint.effect !== 'PreferNoSchedule' && !tolerates(pod, taint);
}
