import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/multiple-sub-paths',
  title: 'Several subPath mounts in one Windows container',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), ...inContainers('volumeMounts[*].subPathExpr')],
    *check(field, { once }) {
      const list = field.parent?.parent;
      const mounts = list === undefined ? [] : once(list, subPaths);
      const [first, second] = mounts;
      if (first === undefined || second !== field) return;
      const name = field.parent?.parent?.parent?.get('name')?.string ?? '?';
      yield {
        at: field.span,
        message: message('Container `{0}` has {1} mounts with `subPath`.', name, String(mounts.length)),
        related: [{ at: first.span, message: 'The first one is here.' }],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.36',
      doubtful: true,
      result:
        'They work, but kubelets before 1.37 may leave folders open, and then the pod hangs in Terminating when it is deleted.',
    },
  ],
  why: `For each \`subPath\` the kubelet opens the folders on the way, and with more than one in a container it did not close all
of them again on Windows, which keeps the volumes from being cleaned up. Mount the folder above them once, or bring the
files together in a projected volume. Kubernetes 1.37 has the correction.`,
  sources: [
    docs.windowsStorage,
    code('kubernetes/kubernetes issue 112630'),
    code('kubernetes/kubernetes pull request 138367'),
  ],
  examples: [
    {
      name: 'Two files of one ConfigMap',
      version: '1.36',
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
          volumeMounts:
            - name: settings
              mountPath: C:\\web\\web.config
              subPath: web.config
            - name: settings
              mountPath: C:\\web\\log.config
              subPath: log.config
#             ^^^^^^^ fails
      volumes:
        - name: settings
          configMap: { name: settings }
`,
    },
    {
      name: 'In containers of every sort',
      version: '1.30',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      volumeMounts:
        - { name: data, mountPath: /in, subPath: in }
        - { name: data, mountPath: /whole }
        - { name: data, mountPath: /out, subPathExpr: out }
#                                        ^^^^^^^^^^^ fails
        - { name: data, mountPath: /log, subPath: log }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - { name: data, mountPath: /in, subPathExpr: $(POD_NAME) }
        - { name: data, mountPath: /out, subPath: out }
#                                        ^^^^^^^ fails
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      volumeMounts:
        - { name: data, mountPath: /in, subPath: in }
        - { name: data, mountPath: /out, "subPath": out }
#                                        ^^^^^^^^^ fails
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
    {
      name: 'One in each container',
      version: '1.36',
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
        - { name: data, mountPath: /web, subPath: web }
    - name: log
      image: registry.example/log:1.0
      volumeMounts:
        - { name: data, mountPath: /log, subPath: log }
        - { name: data, mountPath: /whole, subPath: "" }
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
    {
      name: 'From 1.37 on',
      version: '1.37',
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
        - { name: data, mountPath: /in, subPath: in }
        - { name: data, mountPath: /out, subPath: out }
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
  ],
} satisfies Rule;

function subPaths(list: Field): readonly Field[] {
  return list.items().flatMap((mount) => subPathOf(mount) ?? []);
}

function subPathOf(mount: Field): Field | undefined {
  return [mount.get('subPath'), mount.get('subPathExpr')].find((field) => field?.string);
}
