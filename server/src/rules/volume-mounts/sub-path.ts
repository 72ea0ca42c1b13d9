import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed } from '../../kubernetes/volume.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/sub-path',
  title: 'subPath on Windows',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), ...inContainers('volumeMounts[*].subPathExpr')],
    *check(field, { pod, once }) {
      if (!field.string) return;
      const isFile = isSingleFile(field, pod);
      yield {
        at: field.span,
        ...(isFile ? { case: 'the `subPath` names a single file' } : {}),
        message: message(
          'Volume `{0}` is mounted with `{1}`.',
          field.parent?.get('name')?.string ?? '?',
          String(field.key),
        ),
        // Which others mount the volume is not known where a template may add mounts.
        fixes: isFile && !field.parent?.parent?.isOpen ? mountWhole(field, once) : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the `subPath` names a single file',
      runtime: 'docker',
      doubtful: true,
      result: 'That is a single file, and Docker on Windows mounts folders only, so the container may not start.',
    },
    {
      effect: 'differs',
      result:
        'The documentation calls that unsupported on Windows, but nodes with containerd do it, with folders and files.',
    },
  ],
  why: `The kubelet has the code for it, and tests of Kubernetes run it on Windows with containerd; the documentation still
lists \`subPath\` among what does not work. Take it as working without a promise. To be on the safe side, mount the whole
volume at a folder of its own and let the application read there. Several such mounts in one container have a problem of
their own.`,
  sources: [docs.windowsStorage, code('kubernetes/kubernetes pkg/volume/util/subpath/subpath_windows.go')],
} satisfies Rule;

/** Whether what is mounted is one file of a volume that Kubernetes fills with files. */
function isSingleFile(field: Field, pod: Pod): boolean {
  const volume = volumeNamed(pod, field.parent?.get('name')?.string);
  return volume !== undefined && isFileIn(volume, field.string ?? '');
}

function mountPaths(list: Field): ReadonlySet<string> {
  return new Set(list.items().flatMap((mount) => mount.get('mountPath')?.string?.toLowerCase() ?? []));
}

/** Where the file keeps its place and its name, the folder around it can be the mount; a drive's root cannot. */
function mountWhole(field: Field, once: PodContext['once']): Fix[] {
  const mountPath = field.parent?.get('mountPath');
  const [, folder, file] = /^(.*[^\\/:])[\\/]+([^\\/]+)$/.exec(mountPath?.string ?? '') ?? [];
  const list = field.parent?.parent;
  if (mountPath === undefined || folder === undefined || file !== field.string || list === undefined) return [];
  if (once(list, mountPaths).has(folder.toLowerCase())) return [];
  return [
    {
      title: `Mount the whole volume at \`${folder}\``,
      safety: 'review',
      changes: [
        { kind: 'replace', path: mountPath.path, value: folder },
        { kind: 'remove', path: field.path },
      ],
    },
  ];
}
