import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { docs } from '../../rule-kit/sources.ts';
import { filesIn, mountsByVolume } from '../../rule-kit/whole-pod.ts';
import { t } from '../../text/localize.ts';
import { fileNameFault } from '../../windows/file-names.ts';
import type { VolumeFile } from '../../windows/volume-files.ts';

export default {
  id: 'volumes/config-key-reserved-name',
  code: 'KW1221',
  title: 'Volume file names that are invalid on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, { once, report }) {
      for (const volume of spec.get('volumes')?.items() ?? []) {
        for (const { path, field, source } of once(volume, filesIn)) {
          const fault = fileNameFault(path);
          if (fault === undefined) continue;
          const name = volumeNameOf(volume);
          // A mount with a `subPath` refers to the file by its name.
          const hasSubPath = once(spec, mountsByVolume)
            .get(name)
            ?.some((mount) => mount.get('subPath'));
          report({
            at: field.valueSpan,
            field: field.path,
            message: message(`File \`{1}\` in volume \`{0}\` {effect}: ${REASONS[fault]}.`, name, path),
            fixes: () =>
              hasSubPath ? [] : source === undefined ? changePath(field, path) : listItems(field, path, source),
            related: source === undefined ? [] : [{ at: source.location, message: t`Key of this ${source.kind}` }],
          });
        }
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'If the kubelet cannot create the file, the pod stays in ContainerCreating.',
    },
  ],
  why: `Windows reserves \`CON\`, \`PRN\`, \`AUX\`, \`NUL\`, \`COM0\` to \`COM9\` and \`LPT0\` to \`LPT9\` for devices,
in any case and with any extension. A file name cannot end with a period or a space, or contain any of the characters
\`< > : " | ? *\`. You can keep the key: list all keys under \`items\`, and give this one a different \`path\`.`,
  sources: [docs.fileNames],
} satisfies Rule;

const REASONS: Readonly<Record<NonNullable<ReturnType<typeof fileNameFault>>, string>> = {
  device: 'Windows reserves the name for a device',
  ending: 'Windows strips the trailing period or space',
  character: 'Windows does not allow one of its characters',
};

/** Gives an item a path that Windows allows. */
function changePath(field: Field, path: string): Fix[] {
  const newPath = legalPath(path);
  const siblings = field.parent?.parent?.items().map((item) => item.get('path')?.string?.toLowerCase()) ?? [];
  if (newPath === undefined || siblings.includes(newPath.toLowerCase())) return [];
  return [changeValue(field, newPath)];
}

/**
 * Lists the keys of an object as items: keys that are not listed get no file. Offered once, for the first invalid key,
 * and not where a template may add keys.
 */
function listItems(name: Field, path: string, { kind, keys, isIncomplete }: NonNullable<VolumeFile['source']>): Fix[] {
  const content = name.parent;
  const isFirst = keys.find((key) => fileNameFault(key) !== undefined) === path;
  if (content === undefined || content.get('items') !== undefined || isIncomplete || !isFirst) return [];
  const items = keys.map((key) => ({ key, path: legalPath(key) ?? key }));
  const paths = new Set(items.map((item) => item.path.toLowerCase()));
  const isLegal = items.every((item) => fileNameFault(item.path) === undefined);
  if (!isLegal || paths.size < keys.length) return [];
  return [
    {
      title: t`List the keys of the ${kind} as \`items\` with valid paths`,
      safety: 'review',
      changes: [{ kind: 'insert', path: [...content.path, 'items'], value: items }],
    },
  ];
}

/** The path with valid names; undefined where nothing is left of one. */
function legalPath(path: string): string | undefined {
  const names = path.split('/').map((name) => {
    if (name === '.' || name === '..') return name;
    const legal = name.replace(/[<>:"|?*]/g, '-').replace(/(?<![. ])[. ]+$/, '');
    return fileNameFault(legal) === 'device' ? `file-${legal}` : legal;
  });
  const legal = names.join('/');
  return names.includes('') || fileNameFault(legal) !== undefined ? undefined : legal;
}
