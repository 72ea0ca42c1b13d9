import type { Pod } from '../kubernetes/pod.ts';
import { startsWith } from '../yaml/path.ts';
import type { Fix } from './rule.ts';

/**
 * Whether a fix is for this pod alone and its kind can have what it adds. Only where the object holds no pod spec as the
 * API has it is that a question.
 */
export function fitsPod({ changes }: Fix, { spec, composed }: Pod): boolean {
  if (composed === undefined) return true;
  const depth = spec.path.length;
  return changes.every(({ kind, path }) => {
    if (composed.shared.some((field) => startsWith(path, field.path))) return false;
    const isAdded = (kind === 'insert' || kind === 'append') && startsWith(path, spec.path);
    const key = String(path[depth]);
    // What is added beside a field that the pod has from elsewhere would take its place.
    const own = spec.get(key);
    const isElsewhere = own !== undefined && !startsWith(path, own.path);
    const isThere = spec.document.root?.at(...path.slice(0, depth + 1)) !== undefined;
    return !isAdded || (!isElsewhere && (isThere || composed.keys.includes(key)));
  });
}
