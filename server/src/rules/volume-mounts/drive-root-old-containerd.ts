import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/drive-root-old-containerd',
  title: 'Volume as a drive with an old containerd',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const place = mountPoint(field.string) ?? '';
      if (!/^[a-z]:$/.test(place) || place === 'c:') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is to be drive `{1}` of the container.',
          field.parent?.get('name')?.string ?? '?',
          place.toUpperCase(),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      runtime: 'containerd-1.6',
      result: 'That needs containerd 1.6.2 or newer, and is best written without a backslash at its end.',
    },
  ],
  why: `Older releases of containerd know no drive letters as places to mount at. Where such nodes are still about, mount the volume in a
folder of drive C.`,
  sources: [docs.windowsStorage, code('containerd/containerd pull request 6651')],
} satisfies Rule;
