import type { Pod } from '../../kubernetes/pod.ts';
import { startsWith } from '../../yaml/read/path.ts';
import type { Fix } from '../rule.ts';

/**
 * Whether a fix changes only this pod, and its kind supports the fields that the fix adds. This matters only for objects
 * without a pod spec of the Kubernetes API.
 */
export function fitsPod({ changes }: Fix, { spec, composed }: Pod): boolean {
  if (composed === undefined) return true;
  const { keys, shared, main } = composed;
  const places = [{ view: spec, keys }, ...(main === undefined ? [] : [{ view: main.field, keys: main.keys }])];
  return changes.every((change) => {
    const isMoved = change.kind === 'move';
    const path = isMoved ? change.to : change.path;
    if (shared.some((field) => [path, change.path].some((own) => startsWith(own, field.path)))) return false;
    const isAdded = isMoved || change.kind === 'insert' || change.kind === 'append';
    return places.every(({ view, keys: allowed }) => {
      if (!isAdded || !startsWith(path, view.path)) return true;
      const depth = view.path.length;
      const key = String(path[depth]);
      // An added field would override one that the pod gets from another part of the object.
      const own = view.get(key);
      if (own !== undefined && !startsWith(path, own.path)) return false;
      // In a flat object, a field that exists may have another meaning than in a pod.
      const isThere = main === undefined && spec.document.root?.at(...path.slice(0, depth + 1)) !== undefined;
      return isThere || allowed.includes(key);
    });
  });
}
