import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/empty-dir-memory',
  code: 'KW1225',
  title: 'Memory-backed emptyDir on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    check(field, { report }) {
      if (field.string !== 'Memory') return;
      report({
        at: field.valueSpan,
        message: message(
          '`medium: Memory` {effect}: Windows has no tmpfs, so volume `{0}` is stored on disk.',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        // Without it, the kubelet counts the files against the limit for ephemeral storage.
        fixes: [removal(field, [], true)],
      });
    },
  },
  outcomes: [{ effect: 'ignored' }],
  why: `On Linux, such a volume is a tmpfs. On Windows, the kubelet silently creates an ordinary directory instead.
The volume is not faster than any other \`emptyDir\`, secrets in it are written to disk, and \`sizeLimit\` does not
limit memory.

Remove \`medium\`, and do not expect the volume to protect secrets.`,
  sources: [docs.windowsStorage, docs.windowsIntro, code('kubernetes/mount-utils mount_windows.go')],
} satisfies Rule;
