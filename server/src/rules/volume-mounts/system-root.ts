import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
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
  examples: [
    {
      name: 'The root of the drive, in several notations',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          volumeMounts:
            - { name: data, mountPath: / }
#                                      ^ fails
      containers:
        - name: web
          image: registry.example/web:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\
#                        ^^^ fails
            - name: tools
              mountPath: C:/Windows/System32
#                        ^^^^^^^^^^^^^^^^^^^ fails
      volumes:
        - { name: data, emptyDir: {} }
        - { name: tools, emptyDir: {} }
`,
    },
    {
      name: 'Folders, and another drive',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - { name: data, mountPath: 'C:\\data' }
        - { name: tools, mountPath: 'C:\\Windows\\Tools' }
        - { name: disk, mountPath: 'D:' }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: tools, emptyDir: {} }
    - { name: disk, emptyDir: {} }
`,
    },
  ],
} satisfies Rule;

const SYSTEM_FOLDERS: readonly string[] = ['c:\\windows', 'c:\\windows\\system32'];
