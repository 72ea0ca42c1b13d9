import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/multiple-sub-paths',
  title: 'Multiple subPath mounts in one container',
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
        message: message(
          'The pod {effect}: container `{0}` has {1} mounts with `subPath`.',
          name,
          String(mounts.length),
        ),
        related: [{ at: first.span, message: 'The first of these mounts' }],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.36',
      doubtful: true,
      phrase: 'may hang in Terminating',
      result: 'Kubelets before 1.37 may leave folders open on Windows, so the volumes cannot be cleaned up.',
    },
  ],
  why: `For each \`subPath\`, the kubelet opens the folders of the path. If a container has more than one, kubelets
before 1.37 leave folders open on Windows, so the volumes cannot be cleaned up. Mount the parent folder once, or
combine the files in a projected volume. Kubernetes 1.37 fixes this.`,
  sources: [
    docs.windowsStorage,
    code('kubernetes/kubernetes issue 112630'),
    code('kubernetes/kubernetes pull request 138367'),
  ],
  examples: [
    {
      name: 'Two files from one ConfigMap',
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
      name: 'In init, regular and ephemeral containers',
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
      name: 'One `subPath` in each container',
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
      name: 'Fixed in 1.37',
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
