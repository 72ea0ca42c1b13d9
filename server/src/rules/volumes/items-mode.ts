import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

const KINDS = ['secret', 'configMap', 'downwardAPI'];

export default {
  id: 'volumes/items-mode',
  title: 'File mode of volume items on Windows',
  gate: 'windows',
  pod: {
    watches: [...KINDS, ...KINDS.map((kind) => `projected.sources[*].${kind}`)].map(
      (source) => `spec.volumes[*].${source}.items[*].mode`,
    ),
    *check(field) {
      if (!Number.isInteger(field.number)) return;
      yield {
        at: field.span,
        message: message(
          '`mode: {0}` is not applied to file `{1}`: Windows uses ACLs instead of mode bits.',
          field.source ?? '',
          field.parent?.get('path')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'The file inherits the ACL of its directory.' }],
  why: `On Windows, neither \`defaultMode\` nor the mode of a single file is respected: access control lists (ACLs)
control access, and files inherit them. If a program needs other permissions, set the ACL when the container starts.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A key that only its owner can read',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: store
          image: registry.example/store:1.0
      volumes:
        - name: key
          secret:
            secretName: key
            items:
              - key: id_ed25519
                path: id_ed25519
                mode: 0400
#               ^^^^ differs
        - name: settings
          configMap: { name: settings, items: [{ key: main, path: main.ini, mode: 292 }] }
#                                                                           ^^^^ differs
        - name: about
          downwardAPI:
            items:
              - path: labels
                mode: 0444
#               ^^^^ differs
                fieldRef: { fieldPath: metadata.labels }
`,
      fixed: {
        'Remove `mode`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: store
          image: registry.example/store:1.0
      volumes:
        - name: key
          secret:
            secretName: key
            items:
              - key: id_ed25519
                path: id_ed25519
        - name: settings
          configMap: { name: settings, items: [{ key: main, path: main.ini, mode: 292 }] }
        - name: about
          downwardAPI:
            items:
              - path: labels
                mode: 0444
                fieldRef: { fieldPath: metadata.labels }
`,
      },
    },
    {
      name: 'Projected volumes',
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
    - name: all
      projected:
        sources:
          - secret: { name: key, items: [{ key: key, path: key.pem, mode: 256 }] }
#                                                                   ^^^^ differs
          - configMap: { name: settings, items: [{ key: main, path: main.ini, mode: 256 }] }
#                                                                             ^^^^ differs
          - downwardAPI: { items: [{ path: name, mode: 256, fieldRef: { fieldPath: metadata.name } }] }
#                                                ^^^^ differs
`,
    },
    {
      name: 'No modes',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
  volumes:
    - name: key
      secret: { secretName: key, items: [{ key: key, path: key.pem }] }
`,
    },
  ],
} satisfies Rule;
