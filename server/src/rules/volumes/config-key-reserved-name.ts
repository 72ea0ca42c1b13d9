import { mountsOf, volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { fileNameFault } from '../../windows/file-names.ts';
import { type VolumeFile, volumeFiles } from '../../windows/volume-files.ts';

export default {
  id: 'volumes/config-key-reserved-name',
  title: 'Files of a volume with names that Windows does not allow',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, facts }) {
      for (const volume of spec.get('volumes')?.items() ?? []) {
        const name = volumeNameOf(volume);
        // A mount of one file goes by the name that it has.
        const isByFile = pod.containers.some((one) => mountsOf(one, name).some((mount) => mount.get('subPath')));
        for (const { path, field, source } of volumeFiles(volume, object.namespace, facts)) {
          const fault = fileNameFault(path);
          if (fault === undefined) continue;
          yield {
            at: field.valueSpan,
            field: field.path,
            message: message(`The file \`{1}\` of volume \`{0}\` ${SAYS[fault]}.`, name, path),
            fixes: () =>
              isByFile ? [] : source === undefined ? otherPath(field, path) : otherItems(field, path, source),
            related: source === undefined ? [] : [{ at: source.place, message: `It is a key of this ${source.kind}.` }],
          };
        }
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The kubelet may not be able to write it, and then the pod stays in ContainerCreating.',
    },
  ],
  why: `Windows keeps \`CON\`, \`PRN\`, \`AUX\`, \`NUL\`, \`COM0\` to \`COM9\` and \`LPT0\` to \`LPT9\` for devices, in any case and with
any extension. No file name ends with a period or a blank or holds one of \`< > : " | ? *\`. The key can keep its name: list
\`items\` and give this one another \`path\`.`,
  sources: [docs.fileNames],
} satisfies Rule;

const SAYS: Readonly<Record<NonNullable<ReturnType<typeof fileNameFault>>, string>> = {
  device: 'has a name that Windows keeps for a device',
  ending: 'has a name with a period or a blank at its end, which Windows takes away',
  character: 'has a name with a character that Windows does not allow in one',
};

/** Gives an item a path that Windows allows. */
function otherPath(field: Field, path: string): Fix[] {
  const other = legalPath(path);
  const siblings = field.parent?.parent?.items().map((item) => item.get('path')?.string?.toLowerCase()) ?? [];
  if (other === undefined || siblings.includes(other.toLowerCase())) return [];
  return [
    {
      title: `Change \`path\` to \`${other}\``,
      safety: 'review',
      changes: [{ kind: 'replace', path: field.path, value: other }],
    },
  ];
}

/**
 * Lists the keys of an object as items, which leaves out those that are not listed; once, with the first key that needs
 * it. Nothing where a template may add keys.
 */
function otherItems(name: Field, path: string, { kind, keys, open }: NonNullable<VolumeFile['source']>): Fix[] {
  const content = name.parent;
  const items = keys.map((key) => ({ key, path: legalPath(key) ?? key }));
  const paths = new Set(items.map((item) => item.path.toLowerCase()));
  const isFirst = keys.find((key) => fileNameFault(key) !== undefined) === path;
  const isLegal = items.every((item) => fileNameFault(item.path) === undefined);
  if (content === undefined || content.get('items') !== undefined || open || !isFirst) return [];
  if (!isLegal || paths.size < keys.length) return [];
  return [
    {
      title: `List the keys of the ${kind} as \`items\`, with paths that Windows allows`,
      safety: 'review',
      changes: [{ kind: 'insert', path: [...content.path, 'items'], value: items }],
    },
  ];
}

/** The path with names that Windows allows; undefined where none of them is left. */
function legalPath(path: string): string | undefined {
  const names = path.split('/').map((name) => {
    if (name === '.' || name === '..') return name;
    const legal = name.replace(/[<>:"|?*]/g, '-').replace(/[. ]+$/, '');
    return fileNameFault(legal) === 'device' ? `file-${legal}` : legal;
  });
  const legal = names.join('/');
  return names.includes('') || fileNameFault(legal) !== undefined ? undefined : legal;
}
