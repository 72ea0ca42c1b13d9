import type { Pod } from '../kubernetes/pod.ts';

/** Whether the API server still accepts the pod once it declares Windows. */
export function canDeclareWindows({ spec, containers }: Pod): boolean {
  const contexts = [spec, ...containers.map(({ field }) => field)].map((one) => one.get('securityContext'));
  return (
    REFUSED.every((key) => spec.get(key) === undefined) &&
    contexts.every((context) => context?.entries().every(([key]) => LEFT.includes(key)) ?? true)
  );
}

/** Fields of the pod that the API server refuses beside `os.name: windows`. */
const REFUSED = ['hostPID', 'hostIPC', 'hostUsers', 'shareProcessNamespace', 'resources'];
/** All that it leaves in a security context there; whatever else may come is for Linux. */
const LEFT = ['windowsOptions', 'runAsNonRoot'];
