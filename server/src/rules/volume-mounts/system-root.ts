import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/system-root',
  title: 'Volume mounted over drive C or a system folder',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const place = mountPoint(field.string) ?? '';
      const isRoot = place === 'c:';
      if (!isRoot && !SYSTEM_FOLDERS.includes(place)) return;
      yield {
        at: field.valueSpan,
        case: isRoot ? 'the path is the root of drive C' : 'the path is a Windows system folder',
        message: message(
          isRoot
            ? '`{0}` {effect}: volume `{1}` cannot be mounted over drive C.'
            : '`{0}` {effect}: volume `{1}` hides the system files of Windows.',
          field.string ?? '',
          field.parent?.get('name')?.string ?? '?',
        ),
      };
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
  examples: [
    {
      name: 'The root of drive C, written in several ways',
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
      name: 'Other folders, and another drive',
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
