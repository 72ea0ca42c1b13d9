/** A pod that is certainly for Windows, with one warning of pod/host-pid. */
export const SCHEDULED = `apiVersion: v1
kind: Pod
metadata:
  name: scheduled
  namespace: shop
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostPID: true
  containers:
    - name: app
      image: registry.example/app:1
`;

/** The same after `--fix-ineffective`. */
export const CLEAN = SCHEDULED.replace('  hostPID: true\n', '');

/** A pod that declares Windows, with errors of pod/host-pid and security-context/privileged, which --fix solves. */
export const DECLARED = `apiVersion: v1
kind: Pod
metadata:
  name: declared
spec:
  os:
    name: windows # since 1.25
  hostPID: true
  containers:
    - name: app
      image: registry.example/app:1
      securityContext:
        privileged: true
`;

export const FIXED = `apiVersion: v1
kind: Pod
metadata:
  name: declared
spec:
  os:
    name: windows # since 1.25
  containers:
    - name: app
      image: registry.example/app:1
`;

export const RUNTIME_CLASS = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: win
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
`;

/** A Windows pod only if the RuntimeClass is known. */
export const BY_CLASS = `apiVersion: v1
kind: Pod
metadata:
  name: by-class
spec:
  runtimeClassName: win
  hostPID: true
  containers:
    - name: app
      image: registry.example/app:1
`;

/** A syntax error after a finding of pod/host-pid. */
export const BROKEN = `${SCHEDULED}      args: [
`;

/** The rules with findings in these manifests; tests turn off the others. */
export const MANIFEST_RULES = ['pod/host-pid', 'security-context/privileged'] as const;
