import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/duplicate-path-ignoring-case',
  title: 'Duplicate mount paths on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { once }) {
      const point = mountPoint(field.string);
      const list = field.parent?.parent;
      if (point === undefined || list === undefined) return;
      const { byMountPoint, byText } = once(list, firstPaths);
      const same = byMountPoint.get(point);
      // The API server rejects identical paths, whatever the operating system.
      if (same === undefined || same === field || byText.get(field.string ?? '') !== field) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`{0}` {effect}: on Windows, it is the same folder as `{1}`.',
          field.string ?? '',
          same.string ?? '',
        ),
        related: [{ at: same.valueSpan, message: t`Volume \`${nameOf(same)}\` is mounted here` }],
      };
    },
  },
  outcomes: [{ effect: 'fails', result: 'Only one volume can be mounted in a folder.' }],
  why: `On Windows, paths are case-insensitive, slashes and backslashes are equivalent, and a path without a drive
letter is on drive C. The API server compares only the text and accepts the pod, but the container is not created.
Mount each volume in a different folder.

For example, \`/data\`, \`\\data\` and \`c:\\Data\\\` are one folder.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

/** The first mount path of each mount point, and of each text. */
function firstPaths(list: Field): Record<'byMountPoint' | 'byText', ReadonlyMap<string, Field>> {
  const paths = list.items().flatMap((mount) => mount.get('mountPath') ?? []);
  // Reversed, because a Map keeps the last of equal keys.
  const known = paths.reverse().flatMap((path) => {
    const text = path.known(() => path.string);
    return text === undefined ? [] : [{ path, text, point: mountPoint(text) ?? '' }];
  });
  return {
    byMountPoint: new Map(known.map(({ path, point }) => [point, path])),
    byText: new Map(known.map(({ path, text }) => [text, path])),
  };
}

function nameOf(mountPath: Field): string {
  return mountPath.parent?.get('name')?.string ?? '?';
}
