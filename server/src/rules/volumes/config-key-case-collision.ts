import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Related, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { filesIn } from '../../rule-kit/whole-pod.ts';
import { t } from '../../text/localize.ts';
import type { VolumeFile } from '../../windows/volume-files.ts';

export default {
  id: 'volumes/config-key-case-collision',
  code: 'KW1220',
  title: 'Volume file names that differ only in case',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { once, report }) {
      for (const volume of spec.get('volumes')?.items() ?? []) {
        const byLowerCase = new Map<string, VolumeFile>();
        for (const file of once(volume, filesIn)) {
          const first = byLowerCase.get(file.path.toLowerCase());
          if (first === undefined) byLowerCase.set(file.path.toLowerCase(), file);
          else if (first.path !== file.path) {
            report({
              at: file.field.valueSpan,
              field: file.field.path,
              message: message(
                '`{1}` and `{2}` in volume `{0}` are the same file: Windows file names are not case-sensitive.',
                volumeNameOf(volume),
                first.path,
                file.path,
              ),
              related: relatedKeys(first, file),
            });
          }
        }
      }
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Only the file that is written last remains.' }],
  why: `Windows file systems are not case-sensitive, and each key of a ConfigMap or Secret becomes a file. Rename one
of the keys, or list the keys under \`items\` and give each a distinct \`path\`. A key that you do not list does not
become a file.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

function relatedKeys(...files: readonly VolumeFile[]): Related[] {
  const [first, second] = files.map(({ path, field, source }) => ({
    path,
    at: source?.location ?? field.valueSpan,
    source,
  }));
  if (first === undefined || second === undefined) return [];
  if (first.source === second.source && first.source !== undefined) {
    return [{ at: first.at, message: t`Both are keys of this ${first.source.kind}` }];
  }
  return [first, ...(second.source === undefined ? [] : [second])].map(({ at, path }) => ({
    at,
    message: t`\`${path}\` comes from here`,
  }));
}
