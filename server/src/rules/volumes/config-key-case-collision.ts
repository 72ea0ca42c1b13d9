import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Related, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { type VolumeFile, volumeFiles } from '../../windows/volume-files.ts';

export default {
  id: 'volumes/config-key-case-collision',
  title: 'Files of a volume that differ only by case',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, facts }) {
      for (const volume of spec.get('volumes')?.items() ?? []) {
        const seen = new Map<string, VolumeFile>();
        for (const file of volumeFiles(volume, object.namespace, facts)) {
          const first = seen.get(file.path.toLowerCase());
          if (first === undefined) seen.set(file.path.toLowerCase(), file);
          else if (first.path !== file.path) {
            yield {
              at: file.field.valueSpan,
              field: file.field.path,
              message: message(
                'In volume `{0}` the names `{1}` and `{2}` are those of one file on Windows.',
                volumeNameOf(volume),
                first.path,
                file.path,
              ),
              related: placesOf(first, file),
            };
          }
        }
      }
    },
  },
  outcomes: [
    { effect: 'ignored', result: 'What is written last takes the place of the other, so that one of the two is lost.' },
  ],
  why: `The file systems of Windows know names in any case as the same, and each key of a ConfigMap or Secret becomes a file. Give one
of the keys another name, or leave it out by listing \`items\`, each with a \`path\` of its own.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

function placesOf(...files: readonly VolumeFile[]): Related[] {
  const [first, second] = files.map(({ path, field, source }) => ({
    path,
    at: source?.place ?? field.valueSpan,
    source,
  }));
  if (first === undefined || second === undefined) return [];
  if (first.source === second.source && first.source !== undefined) {
    return [{ at: first.at, message: `Both are keys of this ${first.source.kind}.` }];
  }
  return [first, ...(second.source === undefined ? [] : [second])].map(({ at, path }) => ({
    at,
    message: `\`${path}\` is from here.`,
  }));
}
