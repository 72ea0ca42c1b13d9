import type { Pod } from '../../kubernetes/pod.ts';
import { mountsOf } from '../../kubernetes/volume.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { removeVolume } from '../../lint/remove-volume.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/dev-shm',
  title: 'Mount at /dev/shm on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod }) {
      if (!isSharedMemory(field.string ?? '')) return;
      const volume = field.parent?.get('name')?.string;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is mounted at `/dev/shm`, where programs for Windows share no memory.',
          volume ?? '?',
        ),
        fixes: volume === undefined ? [] : [remove(field, volume, pod)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'In a Windows container it is an ordinary folder of drive C.' }],
  why: `Linux programs share memory by files in \`/dev/shm\`, and containers get more of it by a volume there. Programs for Windows
share memory by section objects, which have no file and no limit of this kind.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** The volume goes with its mounts where it was made for nothing else. */
function remove(mountPath: Field, volume: string, pod: Pod): Fix {
  const mounts = pod.containers.flatMap((container) => mountsOf(container, volume));
  if (mounts.every((mount) => isSharedMemory(mount.get('mountPath')?.string ?? ''))) return removeVolume(pod, volume);
  const mount = mountPath.parent;
  const list = mount?.parent;
  const target = list?.items().length === 1 ? list : (mount ?? mountPath);
  return {
    title: `Remove the mount of volume \`${volume}\``,
    safety: 'review',
    changes: [{ kind: 'remove', path: target.path }],
  };
}
