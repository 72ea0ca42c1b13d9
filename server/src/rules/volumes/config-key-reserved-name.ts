import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { fileNameFault } from '../../windows/file-names.ts';
import { volumeFiles } from '../../windows/volume-files.ts';

export default {
  id: 'volumes/config-key-reserved-name',
  title: 'Files of a volume with names that Windows does not allow',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, facts }) {
      for (const volume of spec.get('volumes')?.items() ?? []) {
        for (const { path, field, source } of volumeFiles(volume, object.namespace, facts)) {
          const fault = fileNameFault(path);
          if (fault === undefined) continue;
          yield {
            at: field.valueSpan,
            field: field.path,
            message: message(`The file \`{1}\` of volume \`{0}\` ${SAYS[fault]}.`, volumeNameOf(volume), path),
            related: source === undefined ? [] : [{ at: source.place, message: `It is a key of this ${source.kind}.` }],
          };
        }
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The kubelet may not be able to write it, and then the pod stays in ContainerCreating.',
    },
  ],
  why: `Windows keeps \`CON\`, \`PRN\`, \`AUX\`, \`NUL\`, \`COM0\` to \`COM9\` and \`LPT0\` to \`LPT9\` for devices, in any case and with
any extension. No file name ends with a period or a blank or holds one of \`< > : " | ? *\`. The key can keep its name: list
\`items\` and give this one another \`path\`.`,
  sources: [docs.fileNames],
  examples: [
    {
      name: 'A key that is a device',
      bad: `apiVersion: v1
kind: ConfigMap
metadata:
  name: ports
data:
  com1.json: "{}"
  settings.json: "{}"
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: scale
spec:
  serviceName: scale
  selector:
    matchLabels: { app: scale }
  template:
    metadata:
      labels: { app: scale }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: scale
          image: registry.example/scale:1.0
      volumes:
        - name: ports
          configMap: { name: ports }
#                            ^^^^^ fails
`,
    },
    {
      name: 'Paths of items',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
  volumes:
    - name: keys
      secret:
        secretName: keys
        items:
          - key: main
            path: aux/main.key
#                 ^^^^^^^^^^^^ fails
          - key: old
            path: old.
#                 ^^^^ fails
          - key: time
            path: "12:30.log"
#                 ^^^^^^^^^^^ fails
`,
    },
    {
      name: 'Another path for the key, and names that only look so',
      good: `apiVersion: v1
kind: ConfigMap
metadata:
  name: ports
data:
  com1.json: "{}"
  console.json: "{}"
  com10.json: "{}"
  .hidden: "{}"
---
apiVersion: v1
kind: Pod
metadata:
  name: scale
spec:
  os: { name: windows }
  containers:
    - name: scale
      image: registry.example/scale:1.0
  volumes:
    - name: ports
      configMap:
        name: ports
        items:
          - { key: com1.json, path: port1.json }
          - { key: console.json, path: console.json }
          - { key: com10.json, path: com10.json }
          - { key: .hidden, path: .hidden }
`,
    },
  ],
} satisfies Rule;

const SAYS: Readonly<Record<NonNullable<ReturnType<typeof fileNameFault>>, string>> = {
  device: 'has a name that Windows keeps for a device',
  ending: 'has a name with a period or a blank at its end, which Windows takes away',
  character: 'has a name with a character that Windows does not allow in one',
};
