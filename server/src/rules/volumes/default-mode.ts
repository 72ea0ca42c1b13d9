import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/default-mode',
  title: 'Volume defaultMode on Windows',
  gate: 'windows',
  pod: {
    watches: ['secret', 'configMap', 'downwardAPI', 'projected'].map((kind) => `spec.volumes[*].${kind}.defaultMode`),
    *check(field) {
      if (!Number.isInteger(field.number)) return;
      yield {
        at: field.span,
        message: message(
          '`defaultMode: {0}` is not applied to volume `{1}`: Windows uses ACLs instead of mode bits.',
          field.source ?? '',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'The files inherit the ACL of their directory.' }],
  why: `A mode such as \`0400\` has no equivalent in NTFS, where access control lists (ACLs) control access; at most,
the read-only attribute changes. If a program checks the permissions of its key files, as ssh does, set their ACLs when
the container starts.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A Secret, a certificate and settings',
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
      name: 'No mode, or a mode from a template',
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
