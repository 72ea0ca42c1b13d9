import type { Pod } from './pod.ts';

/** A taint that keeps Linux pods off Windows nodes. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** A taint as `kubectl taint` writes it. */
export function taintText({ key, value, effect }: Taint): string {
  return `${key}=${value}:${effect}`;
}

/** Whether the pod tolerates a taint, as the scheduler evaluates tolerations. */
export function tolerates(pod: Pod, taint: Taint): boolean {
  return (pod.spec.get('tolerations')?.items() ?? []).some((field) => {
    const key = field.get('key')?.string ?? '';
    const effect = field.get('effect')?.string ?? '';
    const exists = field.get('operator')?.string === 'Exists';
    if (effect !== '' && effect !== taint.effect) return false;
    if (key === '') return exists;
    return key === taint.key && (exists || (field.get('value')?.string ?? '') === taint.value);
  });
}
