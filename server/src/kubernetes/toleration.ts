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

/** A toleration as plain data: many pods have the same. Without a key, it is for all taints. */
export type PlainToleration = {
  readonly key: string;
  /** Undefined if it tolerates all values. */
  readonly value: string | undefined;
  /** Empty for all effects. */
  readonly effect: string;
};

/** The tolerations of a pod; undefined if one of them depends on an unknown value. */
export function plainTolerations({ spec }: Pod): readonly PlainToleration[] | undefined {
  return spec.known(() =>
    (spec.get('tolerations')?.items() ?? []).flatMap((field) => {
      const [key, effect, operator, value] = ['key', 'effect', 'operator', 'value'].map((name) => {
        return field.get(name)?.string ?? '';
      }) as [string, string, string, string];
      const exists = operator === 'Exists';
      return key === '' && !exists ? [] : [{ key, effect, value: exists ? undefined : value }];
    }),
  );
}

/** Whether one of these tolerations is for a taint. */
export function isToleratedBy(tolerations: readonly PlainToleration[], taint: Taint): boolean {
  return tolerations.some(({ key, value, effect }) => {
    if (effect !== '' && effect !== taint.effect) return false;
    return key === '' || (key === taint.key && (value ?? taint.value) === taint.value);
  });
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
