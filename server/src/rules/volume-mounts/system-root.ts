import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/system-root',
  title: 'Mount over the system drive',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const place = mountPoint(field.string) ?? '';
      const isRoot = place === 'c:';
      if (!isRoot && !SYSTEM_FOLDERS.includes(place)) return;
      yield {
        at: field.valueSpan,
        case: isRoot ? 'the path is all of drive C' : 'the path is a folder of Windows itself',
        message: message(
          isRoot
            ? 'Volume `{0}` is to be mounted at `{1}`, which is the whole drive C of the container.'
            : 'Volume `{0}` is to be mounted at `{1}`, over Windows itself.',
          field.parent?.get('name')?.string ?? '?',
          field.string ?? '',
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the path is all of drive C',
      result: 'Nothing can be mounted there, so the container is not created.',
    },
    {
      effect: 'fails',
      case: 'the path is a folder of Windows itself',
      doubtful: true,
      result: 'The programs of the container may not start.',
    },
  ],
  why: `Drive C of a Windows container holds the operating system of its image, and nothing can take its place. Mount the volume in a
folder, such as \`C:\\data\`, or as a drive with a letter of its own, such as \`D:\`.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

const SYSTEM_FOLDERS: readonly string[] = ['c:\\windows', 'c:\\windows\\system32'];
