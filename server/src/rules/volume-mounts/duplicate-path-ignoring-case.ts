import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/duplicate-path-ignoring-case',
  title: 'Two mounts in the same place of a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { once }) {
      const place = mountPoint(field.string);
      const list = field.parent?.parent;
      if (place === undefined || list === undefined) return;
      const { byPlace, byText } = once(list, firstPaths);
      const same = byPlace.get(place);
      // What is written the same twice the API server refuses, for every operating system.
      if (same === undefined || same === field || byText.get(field.string ?? '') !== field) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`{0}` is the same folder as `{1}` in a Windows container.',
          field.string ?? '',
          same.string ?? '',
        ),
        related: [{ at: same.valueSpan, message: `Volume \`${nameOf(same)}\` is mounted here.` }],
      };
    },
  },
  outcomes: [{ effect: 'fails', result: 'Only one volume can be mounted there, so the container is not created.' }],
  why: `Windows knows names in any case as the same, reads slashes as backslashes, and takes a path without a drive for one of drive C:
\`/data\`, \`\\data\` and \`c:\\Data\\\` are one folder. The API server compares the texts only.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'One folder in three notations',
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
      name: 'Different folders, and the same in two containers',
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
  // Of equal keys the last counts.
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
