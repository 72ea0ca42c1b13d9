// Manifests like those of real repositories, determined by a seed: files of one to five objects. A fifth of the files have a
// Windows pod. The others have Linux pods, custom resources and their definitions, and configuration.

/** Random numbers from 0 to 1 for a seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const TEAMS = ['shop', 'search', 'billing', 'identity', 'media', 'reports', 'edge', 'platform'];
const PARTS = ['api', 'web', 'worker', 'cache', 'proxy', 'sync', 'agent', 'queue', 'store', 'cron'];
export const LINUX_IMAGES = [
  'nginx:1.29',
  'redis:8.2-alpine',
  'postgres:17',
  'registry.example/linux/app:2.4.1',
  'busybox:1.37',
];
export const WINDOWS_IMAGES = [
  'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022',
  'mcr.microsoft.com/windows/nanoserver:ltsc2022',
  'registry.example/windows/app:2.4.1',
  'mcr.microsoft.com/dotnet/framework/aspnet:4.8-windowsservercore-ltsc2022',
];

/**
 * The text of one file.
 * @param {number} index part of the names
 * @param {() => number} next random numbers from 0 to 1
 * @param {number} windows the probability of a Windows pod in a file
 */
export function fileText(index, next, windows) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const name = `${pick(TEAMS)}-${pick(PARTS)}-${index}`;
  const namespace = pick(TEAMS);
  if (next() < windows) {
    const others = [
      service(name, namespace),
      configMap(name, namespace, next),
      deployment(`${name}-l`, namespace, next, pick),
    ];
    return [deployment(name, namespace, next, pick, true), ...others.slice(0, Math.floor(next() * 3))].join('---\n');
  }
  const kind = next();
  if (kind < 0.12) return definition(name, next);
  const objects = [deployment(name, namespace, next, pick), service(name, namespace), configMap(name, namespace, next)];
  if (kind < 0.5) objects.push(customResource(name, namespace, next));
  if (kind > 0.85) objects.splice(0, 1, deployment(name, namespace, next, pick, false, 3));
  return objects.slice(0, 1 + Math.floor(next() * objects.length)).join('---\n');
}

/** A List of pods, as `kubectl get -o yaml` writes it. */
export function listText(count, next, windows) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const items = Array.from({ length: count }, (_, i) => {
    const text = deployment(`${pick(TEAMS)}-${i}`, 'shop', next, pick, next() < windows);
    return text.replace(/^(.)/gm, '    $1').replace(/^ {4}apiVersion/, '  - apiVersion');
  });
  return `apiVersion: v1\nkind: List\nitems:\n${items.join('')}`;
}

/** The text of a Windows Deployment with this number of containers. */
export function podText(containers, next) {
  return deployment('shop', 'shop', next, (list) => list[Math.floor(next() * list.length)], true, containers);
}

function deployment(name, namespace, next, pick, isWindows = false, containers = 1 + Math.floor(next() * 4)) {
  const system = isWindows ? 'windows' : 'linux';
  const selector = isWindows || next() < 0.4 ? `      nodeSelector:\n        kubernetes.io/os: ${system}\n` : '';
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${namespace}
  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/part-of: ${namespace}
    app.kubernetes.io/managed-by: platform
spec:
  replicas: ${1 + Math.floor(next() * 5)}
  revisionHistoryLimit: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9090"
    spec:
      serviceAccountName: ${namespace}
      terminationGracePeriodSeconds: 30
${selector}      containers:
${Array.from({ length: containers }, (_, i) => container(name, i, next, pick, isWindows)).join('')}      volumes:
        - name: config
          configMap:
            name: ${name}
        - name: scratch
          emptyDir: {}
`;
}

function container(name, index, next, pick, isWindows) {
  const mistake = isWindows ? next() : 1;
  const linux =
    '          securityContext:\n            runAsNonRoot: true\n            allowPrivilegeEscalation: false\n';
  const wrong =
    mistake < 0.15
      ? '          securityContext:\n            runAsUser: 1000\n'
      : mistake < 0.3
        ? '          securityContext:\n            privileged: true\n'
        : '';
  const path = isWindows ? 'C:\\\\config' : '/etc/config';
  return `        # Probes are generous: the first request fills the cache.
        - name: ${index === 0 ? 'main' : `side-${index}`}
          image: ${pick(isWindows ? WINDOWS_IMAGES : LINUX_IMAGES)}
          imagePullPolicy: IfNotPresent
          args: ["--listen=0.0.0.0:8080", "--config", "config.yaml", "--name=${name}"]
          env:
            - name: LOG_LEVEL
              value: ${pick(['info', 'debug', 'warn'])}
            - name: POD_NAMESPACE
              valueFrom:
                fieldRef:
                  fieldPath: metadata.namespace
            - name: PASSWORD
              valueFrom:
                secretKeyRef:
                  name: ${name}
                  key: password
          ports:
            - name: http${index === 0 ? '' : index}
              containerPort: ${8080 + index}
              protocol: TCP
          readinessProbe:
            httpGet:
              path: /ready
              port: ${8080 + index}
            initialDelaySeconds: 5
            periodSeconds: 10
          livenessProbe:
            httpGet:
              path: /live
              port: ${8080 + index}
            periodSeconds: 20
          resources:
            requests:
              cpu: 100m
              memory: 256Mi
            limits:
              cpu: "1"
              memory: 512Mi
${isWindows ? wrong : linux}          volumeMounts:
            - name: config
              mountPath: "${path}"
            - name: scratch
              mountPath: "${isWindows ? 'C:\\\\scratch' : '/tmp'}"
`;
}

function service(name, namespace) {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  type: ClusterIP
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - name: http
      port: 80
      targetPort: 8080
`;
}

function configMap(name, namespace, next) {
  const lines = Array.from({ length: 10 + Math.floor(next() * 80) }, (_, i) => {
    return `    setting.${i}.following = ${Math.floor(next() * 1e9)} # how many of them are kept\n`;
  });
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: ${namespace}
data:
  config.yaml: |
${lines.join('')}`;
}

function customResource(name, namespace, next) {
  const rules = Array.from({ length: 3 + Math.floor(next() * 8) }, (_, i) => {
    return `    - host: ${name}-${i}.example\n      paths: [/, /api, /static]\n      weight: ${Math.floor(next() * 100)}\n`;
  });
  return `apiVersion: routes.example/v1
kind: Route
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  rules:
${rules.join('')}`;
}

function definition(name, next) {
  const fields = Array.from({ length: 20 + Math.floor(next() * 80) }, (_, i) => {
    return `                field${i}:
                  type: string
                  description: The service reads it when it starts; changing it has no effect on pods that run.
`;
  });
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${name}.example.com
spec:
  group: example.com
  names:
    kind: Example${next() < 0.5 ? 'Service' : 'Set'}
    plural: ${name}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${fields.join('')}`;
}
