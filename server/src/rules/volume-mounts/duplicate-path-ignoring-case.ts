import { inContainers } from '../../lint/forbidden-field.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/duplicate-path-ignoring-case',
  title: 'Two mounts in the same place of a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { once }) {
      const place = mountPoint(field.string);
      const list = field.parent?.parent;
      if (place === undefined || list === undefined) return;
      const { byPlace, byText } = once(list, firstPaths);
      const same = byPlace.get(place);
      // What is written the same twice the API server refuses, for every operating system.
      if (same === undefined || same === field || byText.get(field.string ?? '') !== field) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`{0}` is the same folder as `{1}` in a Windows container.',
          field.string ?? '',
          same.string ?? '',
        ),
        related: [{ at: same.valueSpan, message: `Volume \`${nameOf(same)}\` is mounted here.` }],
      };
    },
  },
  outcomes: [{ effect: 'fails', result: 'Only one volume can be mounted there, so the container is not created.' }],
  why: `Windows knows names in any case as the same, reads slashes as backslashes, and takes a path without a drive for one of drive C:
\`/data\`, \`\\data\` and \`c:\\Data\\\` are one folder. The API server compares the texts only.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

/** The first mount path of each place, and of each text. */
function firstPaths(list: Field): Record<'byPlace' | 'byText', ReadonlyMap<string, Field>> {
  const paths = list.items().flatMap((mount) => mount.get('mountPath') ?? []);
  // Of equal keys the last counts.
  const known = paths.reverse().flatMap((path) => {
    const text = path.known(() => path.string);
    return text === undefined ? [] : [{ path, text, place: mountPoint(text) ?? '' }];
  });
  return {
    byPlace: new Map(known.map(({ path, place }) => [place, path])),
    byText: new Map(known.map(({ path, text }) => [text, path])),
  };
}

function nameOf(mountPath: Field): string {
  return mountPath.parent?.get('name')?.string ?? '?';
}
