import type { Pod } from '../../kubernetes/pod.ts';
import { startsWith } from '../../yaml/read/path.ts';
import type { Fix } from '../rule.ts';

/**
 * Whether a fix changes only this pod, and its kind supports the fields that the fix adds. This matters only for objects
 * without a pod spec of the Kubernetes API.
 */
export function fitsPod({ changes }: Fix, { spec, composed }: Pod): boolean {
  if (composed === undefined) return true;
  const depth = spec.path.length;
  return changes.every(({ kind, path }) => {
    if (composed.shared.some((field) => startsWith(path, field.path))) return false;
    const isAdded = (kind === 'insert' || kind === 'append') && startsWith(path, spec.path);
    const key = String(path[depth]);
    // An added field would override one that the pod gets from another part of the object.
    const own = spec.get(key);
    const isElsewhere = own !== undefined && !startsWith(path, own.path);
    const isThere = spec.document.root?.at(...path.slice(0, depth + 1)) !== undefined;
    return !isAdded || (!isElsewhere && (isThere || composed.keys.includes(key)));
  });
}
