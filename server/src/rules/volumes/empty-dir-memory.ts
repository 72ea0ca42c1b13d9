import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/empty-dir-memory',
  title: 'Memory-backed emptyDir on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    *check(field) {
      if (field.string !== 'Memory') return;
      yield {
        at: field.valueSpan,
        message: message(
          '`medium: Memory` has no effect on volume `{0}`: Windows has no tmpfs.',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'The kubelet creates a directory on disk instead.' }],
  why: `On Linux, such a volume is a tmpfs. On Windows, the kubelet silently creates an ordinary directory instead.
The volume is not faster than any other \`emptyDir\`, secrets in it are written to disk, and \`sizeLimit\` does not
limit memory.

Remove \`medium\`, and do not expect the volume to protect secrets.`,
  sources: [docs.windowsStorage, docs.windowsIntro, code('kubernetes/mount-utils mount_windows.go')],
} satisfies Rule;
