import { inContainers } from '../../lint/forbidden-field.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/other-drive-subfolder',
  title: 'Mount in a folder of a drive that the container does not have',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { once }) {
      const place = mountPoint(field.string) ?? '';
      const drive = /^([a-z]:)\\./.exec(place)?.[1];
      const list = field.parent?.parent;
      if (drive === undefined || drive === 'c:' || list === undefined) return;
      const { places, counts } = once(list, mountedPlaces);
      // What is still to be filled in may be the drive.
      if (places.has(undefined) || places.has(drive)) return;
      const path = field.string ?? '';
      const isAlone = counts.get(drive) === 1;
      yield {
        at: field.valueSpan,
        message: message('`{0}` is a folder of a drive that nothing puts into the container.', path),
        fixes: [...(isAlone ? [mountAt(field, path.slice(0, 2))] : []), mountAt(field, `C${path.slice(1)}`)],
      };
    },
  },
  outcomes: [
    { effect: 'fails', doubtful: true, result: 'Unless the image has that drive, the container is not created.' },
  ],
  why: `A Windows container has drive C and what is mounted. A volume can be a new drive of its own, such as \`D:\`, or a folder of
drive C; for a folder of another drive that drive has to be there first.`,
  sources: [docs.windowsStorage, code('containerd/containerd pull requests 6651 and 8362')],
} satisfies Rule;

/** The places of all mounts, undefined for one that is not known, and how many there are on each drive. */
function mountedPlaces(list: Field) {
  const all = list.items().map((mount) => mountPoint(mount.get('mountPath')?.string));
  const counts = new Map<string, number>();
  for (const drive of all.map((place) => place?.slice(0, 2) ?? '')) counts.set(drive, (counts.get(drive) ?? 0) + 1);
  return { places: new Set(all), counts };
}

function mountAt(field: Field, path: string): Fix {
  return {
    title: `Change \`mountPath\` to \`${path}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: path }],
  };
}
