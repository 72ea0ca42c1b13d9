import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed } from '../../kubernetes/volume.ts';
import { type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/sub-path',
  code: 'KW1211',
  title: 'subPath on Windows',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), ...inContainers('volumeMounts[*].subPathExpr')],
    check(field, { pod, once, report }) {
      if (!field.text) return;
      const isFile = !field.isUnfilled && isSingleFile(field, pod);
      report({
        at: field.span,
        ...(isFile ? { case: 'the `subPath` refers to a single file' } : {}),
        message: message(
          '`{0}` of volume `{1}` {effect}.',
          String(field.key),
          field.parent?.get('name')?.string ?? '?',
        ),
        // Where a template may add mounts, the other mounts of the volume are unknown.
        fixes: isFile && !field.parent?.parent?.isIncomplete ? mountWhole(field, once) : [],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the `subPath` refers to a single file',
      runtime: 'docker',
      doubtful: true,
      result: 'Docker on Windows cannot mount a single file.',
    },
    {
      effect: 'unsupported',
      runtime: 'docker',
      phrase: 'is documented as unsupported on Windows',
      result: 'The mount works for folders.',
    },
    {
      effect: 'advice',
      phrase: 'is documented as unsupported on Windows',
      result: 'With containerd, the mount works for folders and files.',
    },
  ],
  why: `The Kubernetes documentation lists \`subPath\` as unsupported on Windows, but the kubelet implements it, and
Kubernetes tests it on Windows with containerd. To be safe, mount the whole volume in a separate folder, and configure
the application to read from there.

With containerd, it works, but without a guarantee. For several such mounts in one container, see
\`volume-mounts/multiple-sub-paths\`.`,
  sources: [docs.windowsStorage, code('kubernetes/kubernetes pkg/volume/util/subpath/subpath_windows.go')],
} satisfies Rule;

/** Whether the mount is a single file of a volume that Kubernetes writes, such as a ConfigMap. */
function isSingleFile(field: Field, pod: Pod): boolean {
  const volume = volumeNamed(pod, field.parent?.get('name')?.string);
  return volume !== undefined && isFileIn(volume, field.string ?? '');
}

function mountPaths(list: Field): ReadonlySet<string> {
  return new Set(list.items().flatMap((mount) => mount.get('mountPath')?.string?.toLowerCase() ?? []));
}

/** Mounts the folder of the file if its path stays the same. The root of a drive is not offered. */
function mountWhole(field: Field, once: PodContext['once']): Fix[] {
  const mountPath = field.parent?.get('mountPath');
  const [, folder, file] = /^(.*[^\\/:])[\\/]+([^\\/]+)$/.exec(mountPath?.string ?? '') ?? [];
  const list = field.parent?.parent;
  if (mountPath === undefined || folder === undefined || file !== field.string || list === undefined) return [];
  if (once(list, mountPaths).has(folder.toLowerCase())) return [];
  return [
    {
      title: t`Mount the whole volume at \`${folder}\``,
      safety: 'review',
      changes: [
        { kind: 'replace', path: mountPath.path, value: folder },
        { kind: 'remove', path: field.path },
      ],
    },
  ];
}
