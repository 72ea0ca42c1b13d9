import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/system-root',
  code: 'KW1214',
  title: 'Volume mounted over drive C or a system folder',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { report }) {
      const point = mountPoint(field.string) ?? '';
      const isRoot = point === 'c:';
      if (!isRoot && !SYSTEM_FOLDERS.includes(point)) return;
      report({
        at: field.valueSpan,
        case: isRoot ? 'the path is the root of drive C' : 'the path is a Windows system folder',
        message: message(
          isRoot
            ? '`{0}` {effect}: volume `{1}` cannot be mounted over drive C.'
            : '`{0}` {effect}: volume `{1}` hides the system files of Windows.',
          field.string ?? '',
          field.parent?.get('name')?.string ?? '?',
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the path is the root of drive C',
    },
    {
      effect: 'fails',
      case: 'the path is a Windows system folder',
      doubtful: true,
    },
  ],
  why: `Drive C of a Windows container contains the operating system of the image, and a volume cannot replace it.
Mount the volume in a folder, such as \`C:\\data\`, or as a separate drive, such as \`D:\`.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

const SYSTEM_FOLDERS: readonly string[] = ['c:\\windows', 'c:\\windows\\system32'];
