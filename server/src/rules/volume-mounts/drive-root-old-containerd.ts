import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/drive-root-old-containerd',
  code: 'KW1203',
  title: 'Volume mounted as a drive with containerd 1.6',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { report }) {
      const point = mountPoint(field.string) ?? '';
      if (!/^[a-z]:$/.test(point) || point === 'c:') return;
      report({
        at: field.valueSpan,
        message: message(
          'Volume `{0}` may fail to mount as drive `{1}`.',
          field.parent?.get('name')?.string ?? '?',
          point.toUpperCase(),
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      runtime: 'containerd-1.6',
      result: 'Mounting a volume as a drive requires containerd 1.6.5 or later.',
    },
  ],
  why: `Before 1.6.5, containerd cannot mount a volume as a drive. Update containerd, or mount the volume in a folder
of drive C, such as \`C:\\data\`. Write a drive in quotes and without a trailing backslash: \`'D:'\`.`,
  sources: [docs.windowsStorage, code('containerd/containerd pull requests 6651 and 6929, in releases/v1.6.5.toml')],
} satisfies Rule;
