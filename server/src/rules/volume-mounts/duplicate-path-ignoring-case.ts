import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/duplicate-path-ignoring-case',
  title: 'Duplicate mount paths on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { once }) {
      const place = mountPoint(field.string);
      const list = field.parent?.parent;
      if (place === undefined || list === undefined) return;
      const { byPlace, byText } = once(list, firstPaths);
      const same = byPlace.get(place);
      // The API server rejects identical paths, whatever the operating system.
      if (same === undefined || same === field || byText.get(field.string ?? '') !== field) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`{0}` {effect}: on Windows, it is the same folder as `{1}`.',
          field.string ?? '',
          same.string ?? '',
        ),
        related: [{ at: same.valueSpan, message: `Volume \`${nameOf(same)}\` is mounted here` }],
      };
    },
  },
  outcomes: [{ effect: 'fails', result: 'Only one volume can be mounted there.' }],
  why: `On Windows, paths are case-insensitive, slashes and backslashes are equivalent, and a path without a drive
letter is on drive C. So \`/data\`, \`\\data\` and \`c:\\Data\\\` are one folder. The API server compares only the
text and accepts the pod, but the container is not created. Mount each volume in a different folder.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'One folder, written in three ways',
      bad: `apiVersion: apps/v1
kind: ReplicaSet
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
            - { name: settings, mountPath: 'C:\\web' }
            - { name: data, mountPath: 'c:\\Web\\' }
#                                      ^^^^^^^^^ fails
      containers:
        - name: web
          image: registry.example/web:1.0
          volumeMounts:
            - name: settings
              mountPath: C:\\web\\settings
            - name: data
              mountPath: /web/Settings/
#                        ^^^^^^^^^^^^^^ fails
            - name: log
              mountPath: C:\\web\\log
      volumes:
        - { name: settings, configMap: { name: settings } }
        - { name: data, emptyDir: {} }
        - { name: log, emptyDir: {} }
`,
    },
    {
      name: 'Different folders, and one folder in two containers',
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
        - { name: other, mountPath: 'D:\\data' }
        - { name: pipe, mountPath: '\\\\.\\pipe\\data' }
        - { name: data, mountPath: "\${DATA}" }
        - { name: other, mountPath: "\${data}" }
    - name: log
      image: registry.example/log:1.0
      volumeMounts:
        - { name: data, mountPath: c:/Data }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: other, emptyDir: {} }
    - { name: pipe, hostPath: { path: '\\\\.\\pipe\\data' } }
`,
    },
  ],
} satisfies Rule;

/** The first mount path of each place, and of each text. */
function firstPaths(list: Field): Record<'byPlace' | 'byText', ReadonlyMap<string, Field>> {
  const paths = list.items().flatMap((mount) => mount.get('mountPath') ?? []);
  // Reversed, because a Map keeps the last of equal keys.
  const known = paths.reverse().flatMap((path) => {
    const text = path.known(() => path.string);
    return text === undefined ? [] : [{ path, text, place: mountPoint(text) ?? '' }];
  });
  return {
    byPlace: new Map(known.map(({ path, place }) => [place, path])),
    byText: new Map(known.map(({ path, text }) => [text, path])),
  };
}

function nameOf(mountPath: Field): string {
  return mountPath.parent?.get('name')?.string ?? '?';
}
