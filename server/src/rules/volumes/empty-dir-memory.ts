import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/empty-dir-memory',
  title: 'emptyDir in memory on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    *check(field) {
      if (field.string !== 'Memory') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is to lie in memory, and Windows has no file system there.',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'The kubelet makes a folder on the disk instead.' }],
  why: `On Linux such a volume is a tmpfs. The kubelet of a Windows node makes an ordinary folder instead and says nothing:
the volume is no faster than others, what is secret in it is written to disk, and \`sizeLimit\` does not bound any memory.`,
  sources: [docs.windowsStorage, docs.windowsIntro, code('kubernetes/mount-utils mount_windows.go')],
} satisfies Rule;
