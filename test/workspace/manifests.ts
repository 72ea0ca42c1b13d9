// A pod for Windows, and what selects it and what it asks for by name, each in a file of its own.

export const WINDOWS_POD = `apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  volumes: [{ name: config, configMap: { name: settings } }]
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;
export const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, sessionAffinity: ClientIP, sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } } }
`;
export const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { a: "1", A: "2" }\n';

/** In the order of the indices. */
export function uriOf(index: number): string {
  return `file:///${String(index).padStart(4, '0')}.yaml`;
}

/** A template of a chart whose values decide whether the pod runs on Windows, and what is found in it. */
export const POD_BY_VALUES = `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: {{ .Values.os }}
  {{- toYaml (pick .Values "hostPID") | nindent 2 }}
`;
