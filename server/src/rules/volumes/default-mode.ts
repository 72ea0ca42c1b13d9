import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/default-mode',
  title: 'defaultMode of a volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['secret', 'configMap', 'downwardAPI', 'projected'].map((kind) => `spec.volumes[*].${kind}.defaultMode`),
    *check(field) {
      if (!Number.isInteger(field.number)) return;
      yield {
        at: field.span,
        message: message(
          'Files on Windows have no mode bits, so `defaultMode: {0}` does not say who may read those of volume `{1}`.',
          field.source ?? '',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'They get the access rights that their folder hands down.' }],
  why: `A mode such as \`0400\` has no counterpart in NTFS, where access control lists decide; at most the attribute
«read-only» changes. A program that insists on the rights of its key files, as ssh does, has to set them itself when the
container starts.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A secret, a certificate and some settings',
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
      containers:
        - name: web
          image: registry.example/web:1.0
      volumes:
        - name: certificate
          secret:
            secretName: certificate
            defaultMode: 0400
#           ^^^^^^^^^^^ differs
        - name: settings
          configMap: { name: settings, defaultMode: 420 }
#                                      ^^^^^^^^^^^ differs
        - name: labels
          downwardAPI:
            defaultMode: 0644
#           ^^^^^^^^^^^ differs
            items:
              - path: labels
                fieldRef: { fieldPath: metadata.labels }
        - name: token
          projected:
            sources:
              - serviceAccountToken: { path: token }
            "defaultMode": 256
#           ^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Remove `defaultMode`': `apiVersion: apps/v1
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
      containers:
        - name: web
          image: registry.example/web:1.0
      volumes:
        - name: certificate
          secret:
            secretName: certificate
        - name: settings
          configMap: { name: settings, defaultMode: 420 }
        - name: labels
          downwardAPI:
            defaultMode: 0644
            items:
              - path: labels
                fieldRef: { fieldPath: metadata.labels }
        - name: token
          projected:
            sources:
              - serviceAccountToken: { path: token }
            "defaultMode": 256
`,
      },
    },
    {
      name: 'No mode, or one that a template fills in',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
  volumes:
    - name: certificate
      secret:
        secretName: certificate
    - name: settings
      configMap:
        name: settings
        defaultMode: "{{ .Values.mode }}"
`,
    },
  ],
} satisfies Rule;
