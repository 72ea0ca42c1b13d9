import type { Pod } from '../kubernetes/pod.ts';
import { mountsOf, volumeNamed } from '../kubernetes/volume.ts';
import type { Field, Fix } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import type { Change } from '../yaml/edit/change.ts';

/** Removes a volume of a pod with everything that mounts it. */
export function removeVolume(pod: Pod, name: string): Fix {
  const volume = volumeNamed(pod, name);
  const mounts = pod.containers.map((container) => mountsOf(container, name));
  return {
    title: t`Remove volume \`${name}\` and its mounts`,
    safety: 'review',
    changes: [volume === undefined ? [] : [volume], ...mounts].flatMap(removeItems),
  };
}

/** Removes items of one list, and the list itself if none is left. */
function removeItems(items: readonly Field[]): Change[] {
  const list = items[0]?.parent;
  const paths =
    list !== undefined && list.items().length === items.length ? [list.path] : items.map(({ path }) => path);
  return paths.map((path) => ({ kind: 'remove', path }));
}
