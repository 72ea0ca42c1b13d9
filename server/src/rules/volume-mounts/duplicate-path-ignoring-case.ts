import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/duplicate-path-ignoring-case',
  code: 'KW1204',
  title: 'Duplicate mount paths on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { once, report }) {
      const list = field.parent?.parent;
      const same = list && once(list, sameFolders).get(field);
      if (same === undefined) return;
      report({
        at: field.valueSpan,
        message: message(
          '`{0}` {effect}: on Windows, it is the same folder as `{1}`.',
          field.string ?? '',
          same.string ?? '',
        ),
        related: [{ at: same.valueSpan, message: t`Volume \`${nameOf(same)}\` is mounted here` }],
      });
    },
  },
  outcomes: [{ effect: 'fails', result: 'Only one volume can be mounted in a folder.' }],
  why: `On Windows, paths are case-insensitive, slashes and backslashes are equivalent, and a path without a drive
letter is on drive C. The API server compares only the text and accepts the pod, but the container is not created.
Mount each volume in a different folder.

For example, \`/data\`, \`\\data\` and \`c:\\Data\\\` are one folder.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

/** The mount paths that are written differently from an earlier one and are the same folder, each with the first one. */
function sameFolders(list: Field): ReadonlyMap<Field, Field> {
  const texts = new Set<string>();
  const byMountPoint = new Map<string, Field>();
  const same = new Map<Field, Field>();
  for (const path of list.items().flatMap((mount) => mount.get('mountPath') ?? [])) {
    const text = path.known(() => path.string);
    // The API server rejects identical paths, whatever the operating system.
    if (text === undefined || texts.has(text)) continue;
    texts.add(text);
    const point = mountPoint(text);
    if (point === undefined) continue;
    const first = byMountPoint.get(point);
    if (first === undefined) byMountPoint.set(point, path);
    else same.set(path, first);
  }
  return same;
}

function nameOf(mountPath: Field): string {
  return mountPath.parent?.get('name')?.string ?? '?';
}
