// Pods for Linux and Windows as teams write them. Some Windows pods have one or two mistakes.
import { times } from './choices.mjs';

const LINUX_IMAGES = [
  ...['nginx:1.29', 'redis:8.2-alpine', 'postgres:17', 'busybox:1.37', 'envoyproxy/envoy:v1.35.0', 'node:22-alpine'],
  ...['quay.io/keycloak/keycloak:26.3', 'ghcr.io/example/app:2.4.1', 'registry.example/linux/app:2.4.1'],
  ...['grafana/grafana:12.1.0', 'registry.k8s.io/pause:3.10', 'docker.io/library/rabbitmq:4.1-management'],
];
const WINDOWS_IMAGES = [
  'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022',
  'mcr.microsoft.com/windows/nanoserver:ltsc2022',
  'mcr.microsoft.com/windows/servercore:ltsc2022',
  'mcr.microsoft.com/dotnet/framework/aspnet:4.8-windowsservercore-ltsc2022',
  'mcr.microsoft.com/dotnet/aspnet:8.0-nanoserver-ltsc2022',
  'registry.example/windows/app:2.4.1',
  'registry.example/windows/legacy:ltsc2019-1.7',
];
export const HOST_PROCESS_IMAGE = 'mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image:v1.0.0';

/**
 * The template of a pod, without its labels.
 * @param {import('./choices.mjs').Choices} c
 * @param {object} workload `name`, `os`, the names of `configMaps`, `secrets` and `claims`, a `serviceAccount`, a `gmsa`, and
 * whether it `isAdmitted` by an API server
 */
export function podSpec(c, workload) {
  return workload.os === 'windows' ? windowsPod(c, workload) : linuxPod(c, workload);
}

function linuxPod(c, workload) {
  const { name, configMaps, claims = [], serviceAccount = name } = workload;
  const sources = volumesOf(c, workload);
  return {
    serviceAccountName: serviceAccount,
    automountServiceAccountToken: c.chance(0.3) ? false : undefined,
    terminationGracePeriodSeconds: c.chance(0.4) ? c.pick([10, 30, 60]) : undefined,
    nodeSelector: c.chance(0.3) ? { 'kubernetes.io/os': 'linux' } : undefined,
    securityContext: c.chance(0.6)
      ? { runAsNonRoot: true, runAsUser: 1000, fsGroup: 2000, seccompProfile: { type: 'RuntimeDefault' } }
      : undefined,
    affinity: c.chance(0.3) ? antiAffinity(name) : undefined,
    topologySpreadConstraints: c.chance(0.25) ? [spread(name)] : undefined,
    tolerations: c.chance(0.15)
      ? [{ key: 'dedicated', operator: 'Equal', value: 'batch', effect: 'NoSchedule' }]
      : undefined,
    imagePullSecrets: c.chance(0.3) ? [{ name: 'registry-credentials' }] : undefined,
    initContainers: c.chance(0.25) ? [migration(c, name, configMaps)] : undefined,
    containers: times(
      c.weighted([
        [6, 1],
        [3, 2],
        [1, 3],
      ]),
      (i) => linuxContainer(c, workload, i, sources),
    ),
    volumes: sources.map(({ volume }) => volume),
    ...(claims.length > 0 ? { enableServiceLinks: false } : {}),
  };
}

/** The volumes of a pod, with the folders where its first container mounts them. */
function volumesOf(c, { os, name, configMaps = [], secrets = [], claims = [] }) {
  const root = os === 'windows' ? 'C:\\' : '/';
  const slash = os === 'windows' ? '\\' : '/';
  const path = (...parts) => root + parts.join(slash);
  return [
    ...configMaps.map((configMap, i) => ({
      volume: { name: `config-${i}`, configMap: { name: configMap, optional: c.chance(0.1) ? true : undefined } },
      mount: { name: `config-${i}`, mountPath: path('etc', configMap), readOnly: c.chance(0.5) ? true : undefined },
    })),
    ...secrets.map((secret, i) => ({
      volume: { name: `secret-${i}`, secret: { secretName: secret } },
      mount: { name: `secret-${i}`, mountPath: path('run', 'secrets', secret), readOnly: true },
    })),
    ...claims.map((claim) => ({
      volume: { name: claim, persistentVolumeClaim: { claimName: claim } },
      mount: { name: claim, mountPath: path('var', 'lib', name) },
    })),
    {
      volume: {
        name: 'scratch',
        emptyDir: os !== 'windows' && c.chance(0.2) ? { medium: 'Memory', sizeLimit: '64Mi' } : {},
      },
      mount: { name: 'scratch', mountPath: os === 'windows' ? 'C:\\scratch' : '/tmp' },
    },
  ];
}

function linuxContainer(c, { name, configMaps, image, port = 8080 }, index, sources) {
  return {
    name: index === 0 ? name : c.pick(['proxy', 'metrics', 'reloader']) + index,
    image: image ?? c.pick(LINUX_IMAGES),
    imagePullPolicy: c.chance(0.5) ? 'IfNotPresent' : undefined,
    command: c.chance(0.15) ? ['/bin/sh', '-c', 'exec /app/server --config /etc/app/config.yaml'] : undefined,
    args: c.chance(0.5) ? [`--listen=0.0.0.0:${port + index}`, '--config', 'config.yaml', `--name=${name}`] : undefined,
    ports: [{ name: index === 0 ? 'http' : `http-${index}`, containerPort: port + index, protocol: 'TCP' }],
    envFrom: configMaps?.length > 0 && c.chance(0.5) ? environmentFrom(c, configMaps) : undefined,
    env: environment(c, name),
    ...probes(c, port + index, ['/bin/sh', '-c', 'test -f /tmp/ready']),
    lifecycle: c.chance(0.2) ? { preStop: { exec: { command: ['/bin/sleep', '10'] } } } : undefined,
    resources: resources(c),
    securityContext: c.chance(0.5)
      ? { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
      : undefined,
    volumeMounts: sources.slice(index === 0 ? 0 : -1).map(({ mount }) => mount),
  };
}

function migration(c, name, configMaps) {
  return {
    name: 'migrate',
    image: c.pick(LINUX_IMAGES),
    command: ['/bin/sh', '-ec'],
    args: [`until nc -z ${name}-db 5432; do\n  echo "waiting for ${name}-db"\n  sleep 2\ndone\n/app/migrate --all\n`],
    envFrom: configMaps?.length > 0 ? [{ configMapRef: { name: configMaps[0] } }] : undefined,
    resources: { limits: { cpu: '500m', memory: '128Mi' } },
  };
}

function windowsPod(c, workload) {
  const { name, configMaps, serviceAccount = name, gmsa, isAdmitted = false } = workload;
  const sources = volumesOf(c, workload);
  const isNamed = c.chance(0.15);
  // The API server rejects most of the mistakes in pods with `os.name`.
  const mistake = c.chance(0.4) && !(isNamed && isAdmitted) ? c.pick(MISTAKES) : {};
  const selected = c.weighted([
    [80, 'label'],
    [8, 'affinity'],
    [6, 'beta'],
    [6, 'none'],
  ]);
  const images = c.pick([WINDOWS_IMAGES.slice(0, 3), WINDOWS_IMAGES]);
  const containers = times(c.chance(0.2) ? 2 : 1, (i) => ({
    name: i === 0 ? name : `log-forwarder-${i}`,
    image: c.pick(images),
    command: c.chance(0.4) ? ['powershell', '-NoLogo', '-Command', 'C:\\app\\start.ps1'] : undefined,
    args: c.chance(0.2) ? ['-Environment', 'Production', '-Verbose'] : undefined,
    ports: [{ name: i === 0 ? 'http' : `http-${i}`, containerPort: 80 + i }],
    envFrom: configMaps?.length > 0 && c.chance(0.5) ? environmentFrom(c, configMaps) : undefined,
    env: environment(c, name),
    ...probes(c, 80 + i, ['powershell', '-Command', 'Get-Service W3SVC']),
    resources: resources(c, 4),
    volumeMounts: sources.slice(i === 0 ? 0 : -1).map(({ mount }) => mount),
    ...mistake.container,
  }));
  return {
    os: isNamed && selected !== 'beta' ? { name: 'windows' } : undefined,
    serviceAccountName: serviceAccount,
    nodeSelector: selectorOf(selected),
    affinity: selected === 'affinity' ? windowsAffinity() : undefined,
    tolerations: c.chance(0.8) ? [{ key: 'os', operator: 'Equal', value: 'windows', effect: 'NoSchedule' }] : undefined,
    securityContext: windowsContext(c, gmsa, mistake.context),
    ...mistake.pod,
    containers,
    volumes: [...sources.map(({ volume }) => volume), ...(mistake.volumes ?? [])],
  };
}

function selectorOf(selected) {
  if (selected === 'label') return { 'kubernetes.io/os': 'windows' };
  return selected === 'beta' ? { 'beta.kubernetes.io/os': 'windows' } : undefined;
}

function windowsContext(c, gmsa, others) {
  const user = c.chance(0.3) ? { runAsUserName: c.pick(['ContainerUser', 'ContainerAdministrator']) } : undefined;
  const windowsOptions = gmsa === undefined ? user : { gmsaCredentialSpecName: gmsa };
  return windowsOptions === undefined && others === undefined ? undefined : { windowsOptions, ...others };
}

/** What teams take over from Linux pods. */
const MISTAKES = [
  { context: { runAsUser: 1000, runAsGroup: 3000 } },
  { context: { fsGroup: 2000 } },
  { context: { seccompProfile: { type: 'RuntimeDefault' } } },
  { context: { runAsNonRoot: true } },
  { container: { securityContext: { privileged: true } } },
  { container: { securityContext: { capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] } } } },
  { container: { securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false } } },
  { container: { command: ['/bin/sh', '-c', 'C:/app/start.sh'] } },
  { container: { lifecycle: { preStop: { exec: { command: ['/bin/sh', '-c', 'sleep 10'] } } } } },
  { pod: { hostPID: true } },
  { pod: { shareProcessNamespace: true } },
  { pod: { hostAliases: [{ ip: '10.0.0.10', hostnames: ['legacy.example'] }] } },
  { volumes: [{ name: 'logs', hostPath: { path: '/var/log/app', type: 'DirectoryOrCreate' } }] },
  { volumes: [{ name: 'shared-memory', emptyDir: { medium: 'Memory' } }] },
];

/** The template of a pod that an agent runs on every node, with the rights that it needs there. */
export function agentPod(c, { name, os, configMaps = [], serviceAccount = name }) {
  const config = configMaps.map((configMap, i) => ({ name: `config-${i}`, configMap: { name: configMap } }));
  const shared = {
    serviceAccountName: serviceAccount,
    priorityClassName: 'system-node-critical',
    tolerations: [{ operator: 'Exists' }],
  };
  if (os === 'windows') {
    return {
      ...shared,
      nodeSelector: { 'kubernetes.io/os': 'windows' },
      securityContext: {
        windowsOptions: {
          hostProcess: true,
          runAsUserName: c.pick(['NT AUTHORITY\\SYSTEM', 'NT AUTHORITY\\Local service']),
        },
      },
      hostNetwork: c.chance(0.9) ? true : undefined,
      containers: [
        {
          name,
          image: c.chance(0.3) ? HOST_PROCESS_IMAGE : `registry.example/windows/${name}:1.8.2`,
          command: [
            'powershell.exe',
            '-ExecutionPolicy',
            'Bypass',
            '-File',
            `$env:CONTAINER_SANDBOX_MOUNT_POINT/${name}.ps1`,
          ],
          env: environment(c, name),
          resources: resources(c, 2),
          volumeMounts: config.map((volume) => ({ name: volume.name, mountPath: `C:\\etc\\${volume.name}` })),
        },
      ],
      volumes: config,
    };
  }
  const paths = c.pick([
    ['/proc', '/sys'],
    ['/var/log', '/var/lib/docker/containers'],
    ['/var/lib/kubelet', '/dev'],
  ]);
  return {
    ...shared,
    hostNetwork: c.chance(0.5) ? true : undefined,
    hostPID: c.chance(0.3) ? true : undefined,
    dnsPolicy: 'ClusterFirstWithHostNet',
    containers: [
      {
        name,
        image: `registry.example/linux/${name}:1.8.2`,
        args: [
          '--path.procfs=/host/proc',
          '--path.sysfs=/host/sys',
          '--no-collector.wifi',
          `--log.level=${c.pick(LEVELS)}`,
        ],
        env: [...environment(c, name), { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
        ports: [{ name: 'metrics', containerPort: 9100, hostPort: 9100 }],
        ...probes(c, 9100, ['/bin/sh', '-c', 'test -S /run/agent.sock']),
        resources: resources(c),
        securityContext: c.chance(0.6) ? { privileged: true } : { capabilities: { add: ['SYS_ADMIN', 'NET_ADMIN'] } },
        volumeMounts: [
          ...paths.map((path, i) => ({
            name: `host-${i}`,
            mountPath: `/host${path}`,
            mountPropagation: c.chance(0.5) ? 'HostToContainer' : undefined,
            readOnly: true,
          })),
          ...config.map((volume) => ({ name: volume.name, mountPath: `/etc/${volume.name}` })),
        ],
      },
    ],
    volumes: [...paths.map((path, i) => ({ name: `host-${i}`, hostPath: { path, type: 'Directory' } })), ...config],
  };
}

const LEVELS = ['info', 'debug', 'warn'];

function environmentFrom(c, configMaps) {
  return [
    ...configMaps.map((name) => ({ configMapRef: { name } })),
    ...(c.chance(0.4) ? [{ secretRef: { name: 'registry-credentials', optional: true } }] : []),
  ];
}

export function environment(c, name) {
  const settings = times(c.int(0, 6), (i) => ({
    name: `${c.pick(['CACHE', 'HTTP', 'DB', 'QUEUE', 'TRACE', 'RETRY'])}_${c.pick(['LIMIT', 'URL', 'TIMEOUT', 'SIZE'])}_${i}`,
    value: c.pick([String(c.int(1, 5000)), 'true', `https://${name}.example/api?v=2`, `${c.int(1, 90)}s`, c.words(3)]),
  }));
  return [
    { name: 'LOG_LEVEL', value: c.pick(LEVELS) },
    { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: `${name}-secret`, key: 'password' } } },
    ...settings,
  ];
}

function probes(c, port, command) {
  const http = (path) => ({ httpGet: { path, port } });
  return {
    startupProbe: c.chance(0.2) ? { tcpSocket: { port }, failureThreshold: 30, periodSeconds: 5 } : undefined,
    readinessProbe: c.chance(0.8) ? { ...http('/ready'), initialDelaySeconds: 5, periodSeconds: 10 } : undefined,
    livenessProbe: c.chance(0.7)
      ? { ...(c.chance(0.15) ? { exec: { command } } : http('/live')), periodSeconds: 20, timeoutSeconds: 5 }
      : undefined,
  };
}

function resources(c, factor = 1) {
  const memory = c.pick([64, 128, 256, 512]) * factor;
  return {
    requests: { cpu: c.pick(['50m', '100m', '250m']), memory: `${memory}Mi` },
    limits: { cpu: c.pick(['500m', '1', '2']), memory: `${c.chance(0.5) ? memory : 2 * memory}Mi` },
  };
}

function antiAffinity(name) {
  const labelSelector = { matchLabels: { 'app.kubernetes.io/name': name } };
  return {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, podAffinityTerm: { labelSelector, topologyKey: 'kubernetes.io/hostname' } },
      ],
    },
  };
}

function spread(name) {
  return {
    maxSkew: 1,
    topologyKey: 'topology.kubernetes.io/zone',
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
  };
}

function windowsAffinity() {
  const matchExpressions = [{ key: 'kubernetes.io/os', operator: 'In', values: ['windows'] }];
  return {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
  };
}
