import type { Pod } from '../../kubernetes/pod.ts';
import { mountsOf } from '../../kubernetes/volume.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removeVolume } from '../../rule-kit/remove-volume.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/dev-shm',
  code: 'KW1202',
  title: 'Volume mounted at /dev/shm',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { pod, report }) {
      if (!isSharedMemory(field.string ?? '')) return;
      const volume = field.parent?.get('name')?.string;
      report({
        at: field.valueSpan,
        message: message('Volume `{0}` at `/dev/shm` does not provide shared memory on Windows.', volume ?? '?'),
        fixes: volume === undefined ? [] : [remove(field, volume, pod)],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'In a Windows container, the path is an ordinary folder on drive C.' }],
  why: `Linux programs share memory through files in \`/dev/shm\`, and a volume there raises the limit. Windows
programs share memory through section objects, which do not use a folder and do not have such a limit. Remove the
mount.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** Removes the volume, too, if all of its mounts are at `/dev/shm`. */
function remove(mountPath: Field, volume: string, pod: Pod): Fix {
  const mounts = pod.containers.flatMap((container) => mountsOf(container, volume));
  if (mounts.every((mount) => isSharedMemory(mount.get('mountPath')?.string ?? ''))) return removeVolume(pod, volume);
  const mount = mountPath.parent;
  const list = mount?.parent;
  const target = list?.items().length === 1 ? list : (mount ?? mountPath);
  return {
    title: t`Remove the mount of volume \`${volume}\``,
    safety: 'review',
    changes: [{ kind: 'remove', path: target.path }],
  };
}
