import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/secret-on-disk',
  title: 'Secrets stored in clear text on Windows nodes',
  gate: 'windows',
  offByDefault: true,
  pod: {
    watches: ['spec.volumes[*].secret', 'spec.volumes[*].projected.sources[*].secret', 'spec.volumes[*].csi'],
    *check(field) {
      if (!field.isMapping || !holdsSecrets(field)) return;
      yield {
        at: field.span,
        message: message(
          'Secrets in volume `{0}` are stored in clear text on the disk of the Windows node.',
          volumeNameOf(field),
        ),
      };
    },
  },
  outcomes: [{ effect: 'advice', result: 'Encrypt the disk with BitLocker.' }],
  why: `On Linux, the kubelet keeps the files of a Secret in a tmpfs. Windows has no tmpfs, so they are ordinary files
on the disk of the node as long as the pod exists. Encrypt that disk with BitLocker, and protect the directory of the
kubelet with access control lists.`,
  sources: [docs.windowsSecurity],
  examples: [
    {
      name: 'Three ways to mount secrets',
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
#         ^^^^^^ advice
            secretName: certificate
        - name: all
          projected:
            sources:
              - configMap: { name: settings }
              - secret: { name: token }
#               ^^^^^^ advice
        - name: vault
          csi:
#         ^^^ advice
            driver: secrets-store.csi.k8s.io
            readOnly: true
`,
    },
    {
      name: 'An environment variable, and volumes without secrets',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      env:
        - name: TOKEN
          valueFrom: { secretKeyRef: { name: token, key: token } }
  volumes:
    - name: share
      csi: { driver: smb.csi.k8s.io }
    - name: settings
      configMap: { name: settings }
`,
    },
  ],
} satisfies Rule;

function holdsSecrets(source: Field): boolean {
  return source.key !== 'csi' || source.get('driver')?.string === 'secrets-store.csi.k8s.io';
}
