import { type Field, message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/other-drive-subfolder',
  code: 'KW1208',
  title: 'mountPath on a drive that does not exist',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { once, report }) {
      const point = mountPoint(field.string) ?? '';
      const drive = /^([a-z]:)\\./.exec(point)?.[1];
      const list = field.parent?.parent;
      if (drive === undefined || drive === 'c:' || list === undefined) return;
      const { points, counts } = once(list, mountPoints);
      // A placeholder may be the drive.
      if (points.has(undefined) || points.has(drive)) return;
      const path = field.string ?? '';
      const isAlone = counts.get(drive) === 1;
      report({
        at: field.valueSpan,
        message: message('`{0}` {effect}: no volume is mounted as drive `{1}`.', path, drive.toUpperCase()),
        fixes: [...(isAlone ? [changeValue(field, path.slice(0, 2))] : []), changeValue(field, `C${path.slice(1)}`)],
      });
    },
  },
  outcomes: [
    { effect: 'fails', doubtful: true, result: 'The container is not created unless its image has this drive.' },
  ],
  why: `A Windows container has drive C and the drives that are mounted in it. Mount the volume as a drive, such as
\`D:\`, or in a folder of drive C. A folder of another drive works only if the container has that drive.`,
  sources: [docs.windowsStorage, code('containerd/containerd pull requests 6651 and 8362')],
} satisfies Rule;

/** The mount points of all mounts, undefined if unknown, and the number of mounts on each drive. */
function mountPoints(list: Field) {
  const points = list.items().map((mount) => mountPoint(mount.get('mountPath')?.string));
  const counts = new Map<string, number>();
  for (const drive of points.map((point) => point?.slice(0, 2) ?? '')) counts.set(drive, (counts.get(drive) ?? 0) + 1);
  return { points: new Set(points), counts };
}
