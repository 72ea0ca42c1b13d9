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

/** A toleration as plain data: many pods have the same. */
export type PlainToleration = {
  /** Empty for all taints, if the operator is `Exists`. */
  readonly key: string;
  /** Empty for all effects. */
  readonly effect: string;
  /** Whether the operator is `Exists`, so that all values are tolerated. */
  readonly exists: boolean;
  readonly value: string;
};

/** The tolerations of a pod. Their values are read when they count, so that an unknown one is no doubt before. */
function* tolerationsOf({ spec }: Pod): Iterable<PlainToleration> {
  for (const field of spec.get('tolerations')?.items() ?? []) {
    const read = (name: string) => field.get(name)?.string ?? '';
    yield {
      key: read('key'),
      effect: read('effect'),
      exists: read('operator') === 'Exists',
      get value() {
        return read('value');
      },
    };
  }
}

/** The tolerations of a pod as plain data; undefined if one of them depends on an unknown value. */
export function plainTolerations(pod: Pod): readonly PlainToleration[] | undefined {
  return pod.spec.known(() => Array.from(tolerationsOf(pod), (toleration) => ({ ...toleration })));
}

/** Whether one of these tolerations is for a taint, as the scheduler evaluates them. */
export function isToleratedBy(tolerations: Iterable<PlainToleration>, taint: Taint): boolean {
  for (const toleration of tolerations) if (isFor(toleration, taint)) return true;
  return false;
}

function isFor(toleration: PlainToleration, taint: Taint): boolean {
  const { key, effect, exists } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key === '') return exists;
  return key === taint.key && (exists || toleration.value === taint.value);
}

/** Whether the pod tolerates a taint. */
export function tolerates(pod: Pod, taint: Taint): boolean {
  return isToleratedBy(tolerationsOf(pod), taint);
}
