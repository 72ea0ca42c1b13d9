// Manifests that several tests use.

/** A pod that declares Windows and has a field that the API server rejects for this reason. */
export const DECLARED = `apiVersion: v1
kind: Pod
metadata:
  name: declared
spec:
  os:
    name: windows
  hostPID: true # for the profiler
  containers:
    - name: web
      image: registry.example/web:1.0
`;

/** A pod that selects Windows nodes. */
export const SCHEDULED = `apiVersion: v1
kind: Pod
metadata:
  name: scheduled
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
`;

/** A pod whose only evidence for Windows is its RuntimeClass. */
export const BY_CLASS = `apiVersion: v1
kind: Pod
metadata:
  name: by-class
spec:
  runtimeClassName: windows-2022
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
`;

export const RUNTIME_CLASS = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
`;

export const CLEAN = SCHEDULED.replace('  hostPID: true\n', '');

export const LINUX = `apiVersion: v1
kind: Pod
metadata:
  name: linux
spec:
  hostPID: true
  containers:
    - name: web
      image: nginx:1.27-alpine
`;

/** A workflow with a template for Windows, one for Linux, and fields that both share. */
export const WORKFLOW = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  name: build
spec:
  securityContext:
    fsGroup: 1000
  templates:
    - name: windows
      nodeSelector:
        kubernetes.io/os: windows
      container:
        image: registry.example/build:1.0
        securityContext:
          privileged: true
    - name: linux
      nodeSelector:
        kubernetes.io/os: linux
      container:
        image: registry.example/build:1.0
`;

/** By path: a base without evidence, its overlay, and the patch of the overlay that selects Windows nodes. */
export const KUSTOMIZE = {
  'base/kustomization.yaml': 'resources: [pod.yaml]\n',
  'base/pod.yaml': LINUX.replace('nginx:1.27-alpine', 'registry.example/web:1.0'),
  'overlay/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
  'overlay/patch.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: linux
spec:
  nodeSelector:
    kubernetes.io/os: windows
`,
} as const;
