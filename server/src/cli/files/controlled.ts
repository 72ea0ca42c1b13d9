import { type Controller, controllersAbove, mayBeSameUid, type Origin } from '../../kubernetes/controller.ts';
import type { KubeObject } from '../../kubernetes/object.ts';
import { grouped } from '../../text/grouped.ts';

/** Something that is found in an object, which may be from a cluster. */
export interface OfObject {
  readonly object: Pick<KubeObject, 'kind' | 'name' | 'namespace'>;
  readonly origin: Origin;
}

/**
 * What is left of all that is found, if it is shown once for a controller and the objects that it controls: with the
 * controller, or with the first of the objects. `isSame` compares what is found in two of them.
 */
export function withoutControlled<T extends OfObject>(
  all: readonly T[],
  isSame: (item: T, other: T) => boolean = () => true,
): ReadonlySet<T> {
  const byName = grouped(all, ({ object: { kind, name, namespace } }) => keyOf({ kind, name: name ?? '', namespace }));
  const find = (namespace: string | null) => (controller: Controller) => {
    const items = byName
      .get(keyOf({ ...controller, namespace }))
      ?.filter(({ origin }) => mayBeSameUid(origin.uid, controller.uid));
    return items?.[0] && { items, controller: items[0].origin.controller };
  };
  const left = new Set<T>();
  const siblings = new Map<string, T[]>();
  const ordered = [...all.filter(({ origin }) => !origin.isUnused), ...all.filter(({ origin }) => origin.isUnused)];
  for (const item of ordered) {
    const { controller, isUnused } = item.origin;
    if (controller === undefined) {
      left.add(item);
      continue;
    }
    const { namespace } = item.object;
    const found = controllersAbove(item.origin, find(namespace)).flatMap(({ items }) => items);
    // An object that names itself is not hidden by that.
    const above = found.includes(item) ? [] : found;
    const key = `${keyOf({ ...controller, namespace })} ${controller.uid}`;
    const before = siblings.get(key) ?? [];
    siblings.set(key, before);
    if ((isUnused && above.length > 0) || [...above, ...before].some((other) => isSame(item, other))) continue;
    left.add(item);
    before.push(item);
  }
  return left;
}

function keyOf({
  kind,
  name,
  namespace,
}: {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | null;
}): string {
  return `${kind} ${namespace ?? ''} ${name}`;
}
