/**
 * Generated manifests for the recorder. The same seed gives the same manifests. The values are valid for Linux, for
 * Windows or for neither, and each pod has only a few of them.
 */

/** Manifests of every kind with a pod, as `{ id, object }`. */
export function pods(count, seed) {
  return Array.from({ length: count }, (_, i) => {
    const id = `p${seed}-${i}`;
    const random = randomFrom(seed * 100_003 + i);
    return { id, object: workload(id, random) };
  });
}

/** Pods with node selectors and affinities, as `{ id, object }`. */
export function affinities(count, seed) {
  return Array.from({ length: count }, (_, i) => {
    const id = `a${seed}-${i}`;
    return { id, object: selectingPod(id, randomFrom(seed * 200_003 + i)) };
  });
}

/** A pod or workload that is valid except for the pod itself. */
function workload(name, random) {
  const { chance, pick } = random;
  const metadata = { name, namespace: 'default' };
  const kind = chance(0.35) ? 'Pod' : pick(Object.keys(TEMPLATE_KINDS));
  const spec = podSpec(kind, random);
  const annotations = podAnnotations(random);
  if (kind === 'Pod') return { apiVersion: 'v1', kind, metadata: { ...metadata, ...annotations }, spec };
  const template = { metadata: { labels: LABELS, ...annotations }, spec };
  const { apiVersion, content } = TEMPLATE_KINDS[kind];
  return { apiVersion, kind, metadata, ...content(template) };
}

const LABELS = { app: 'web' };

const TEMPLATE_KINDS = {
  Deployment: { apiVersion: 'apps/v1', content: selected },
  DaemonSet: { apiVersion: 'apps/v1', content: selected },
  ReplicaSet: { apiVersion: 'apps/v1', content: selected },
  StatefulSet: {
    apiVersion: 'apps/v1',
    content: (template) => ({ spec: { serviceName: 'web', ...selected(template).spec } }),
  },
  Job: { apiVersion: 'batch/v1', content: (template) => ({ spec: { template } }) },
  CronJob: {
    apiVersion: 'batch/v1',
    content: (template) => ({ spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } } }),
  },
  ReplicationController: { apiVersion: 'v1', content: (template) => ({ spec: { selector: LABELS, template } }) },
  PodTemplate: { apiVersion: 'v1', content: (template) => ({ template }) },
};

function selected(template) {
  return { spec: { selector: { matchLabels: LABELS }, template } };
}

function podSpec(kind, random) {
  const { chance, maybe, pick, some } = random;
  const isHostProcess = chance(0.15);
  const isJob = kind === 'Job' || kind === 'CronJob';
  const volumes = chance(0.3) ? some(VOLUMES, 3).map((volume, i) => ({ name: `volume-${i}`, ...volume })) : [];
  const containers = (prefix, count) =>
    Array.from({ length: count }, (_, i) => container(`${prefix}${i}`, { volumes, isHostProcess }, random));
  return {
    ...maybe(0.8, 'os', () => (chance(0.72) ? { name: 'windows' } : pick(OTHER_SYSTEMS))),
    ...maybe(0.4, 'nodeSelector', () => pick(NODE_SELECTORS)),
    ...maybe(0.1, 'tolerations', () => [{ key: 'os', operator: 'Equal', value: 'windows', effect: 'NoSchedule' }]),
    ...maybe(0.08, 'runtimeClassName', () => 'windows-2022'),
    ...maybe(0.08, 'dnsPolicy', () => pick(['ClusterFirst', 'ClusterFirstWithHostNet', 'Default'])),
    ...maybe(0.05, 'dnsConfig', () => ({ options: [{ name: 'ndots', value: '2' }] })),
    ...maybe(0.06, 'hostAliases', () => [{ ip: '10.0.0.1', hostnames: ['db'] }]),
    ...maybe(0.06, 'terminationGracePeriodSeconds', () => pick([0, 30])),
    ...maybe(0.06, 'automountServiceAccountToken', () => false),
    ...maybe(0.06, 'enableServiceLinks', () => false),
    ...maybe(0.06, 'setHostnameAsFQDN', () => chance(0.5)),
    ...maybe(0.06, 'hostname', () => 'web-0'),
    ...maybe(0.05, 'priorityClassName', () => 'system-node-critical'),
    ...(isJob ? { restartPolicy: pick(['Never', 'OnFailure']) } : {}),
    ...maybe(isHostProcess ? 0.85 : 0.12, 'hostNetwork', () => isHostProcess || chance(0.7)),
    ...maybe(0.08, 'hostPID', () => chance(0.7)),
    ...maybe(0.08, 'hostIPC', () => chance(0.7)),
    ...maybe(0.1, 'hostUsers', () => chance(0.5)),
    ...maybe(0.1, 'shareProcessNamespace', () => pick([true, true, false, null])),
    ...maybe(0.1, 'resources', () => pick(POD_RESOURCES)),
    ...maybe(isHostProcess ? 0.9 : 0.6, 'securityContext', () => podSecurityContext(isHostProcess, random)),
    ...maybe(0.3, 'initContainers', () => containers('init', 1 + Number(chance(0.3)))),
    containers: containers('main', pick([1, 1, 1, 2, 3])),
    ...maybe(0.02, 'ephemeralContainers', () => containers('debug', 1)),
    ...(volumes.length > 0 ? { volumes } : {}),
  };
}

const OTHER_SYSTEMS = [
  ...Array(6).fill({ name: 'linux' }),
  { name: 'Windows' },
  { name: 'darwin' },
  { name: '' },
  { name: null },
  {},
  null,
];

const NODE_SELECTORS = [
  { 'kubernetes.io/os': 'windows' },
  { 'kubernetes.io/os': 'windows', 'node.kubernetes.io/windows-build': '10.0.20348' },
  { 'kubernetes.io/os': 'linux' },
  { 'beta.kubernetes.io/os': 'windows' },
  { pool: 'web' },
];

const POD_RESOURCES = [
  {},
  { limits: { cpu: '1', memory: '1Gi' } },
  { requests: { cpu: '500m', memory: '256Mi' } },
  { requests: { cpu: '500m' }, limits: { cpu: '2' } },
];

const VOLUMES = [
  { emptyDir: {} },
  { emptyDir: { medium: 'Memory' } },
  { emptyDir: { medium: 'HugePages' } },
  { hostPath: { path: '/var/log' } },
  { hostPath: { path: 'C:\\logs', type: 'Directory' } },
  { hostPath: { path: '\\\\.\\pipe\\containerd-containerd' } },
  { configMap: { name: 'settings', defaultMode: 0o400 } },
  { secret: { secretName: 'keys', items: [{ key: 'a', path: 'a', mode: 0o400 }] } },
  { projected: { defaultMode: 0o400, sources: [{ configMap: { name: 'settings' } }] } },
  { downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
  { persistentVolumeClaim: { claimName: 'files' } },
  { nfs: { server: 'nfs.example.com', path: '/files' } },
  { csi: { driver: 'smb.csi.k8s.io', nodePublishSecretRef: { name: 'smb' } } },
];

/** Annotations that releases copy into fields of the security context. */
function podAnnotations({ chance, pick }) {
  if (!chance(0.06)) return {};
  const key = pick([
    'seccomp.security.alpha.kubernetes.io/pod',
    'container.seccomp.security.alpha.kubernetes.io/main0',
    'container.apparmor.security.beta.kubernetes.io/main0',
  ]);
  return { annotations: { [key]: pick(['runtime/default', 'unconfined', 'localhost/profile.json']) } };
}

function podSecurityContext(isHostProcess, random) {
  const { chance, maybe, pick, some } = random;
  return withNull(0.03, random, {
    ...maybe(0.12, 'fsGroup', () => pick([0, 2000, null])),
    ...maybe(0.1, 'fsGroupChangePolicy', () => pick(['Always', 'OnRootMismatch'])),
    ...maybe(0.1, 'supplementalGroups', () => pick([[], [1000], [1000, 2000]])),
    ...maybe(0.1, 'supplementalGroupsPolicy', () => pick(['Merge', 'Strict'])),
    ...maybe(0.1, 'seLinuxChangePolicy', () => pick(['MountOption', 'Recursive'])),
    ...maybe(0.1, 'sysctls', () => some(SYSCTLS, 2)),
    ...sharedSecurity(0.1, random),
    ...maybe(isHostProcess ? 0.9 : 0.3, 'windowsOptions', () => ({
      ...maybe(isHostProcess ? 0.9 : 0.1, 'hostProcess', () => isHostProcess || chance(0.4)),
      ...windowsOptions(random),
    })),
  });
}

const SYSCTLS = [
  { name: 'kernel.shm_rmid_forced', value: '0' },
  { name: 'net.ipv4.ip_unprivileged_port_start', value: '80' },
  { name: 'net/core/somaxconn', value: '1024' },
];

/** The fields of a security context that both pods and containers can have. */
function sharedSecurity(probability, { chance, maybe, pick }) {
  return {
    ...maybe(probability, 'runAsUser', () => pick([0, 1000, 65_534])),
    ...maybe(probability, 'runAsGroup', () => pick([0, 3000])),
    ...maybe(probability * 2, 'runAsNonRoot', () => chance(0.7)),
    ...maybe(probability, 'seLinuxOptions', () => pick([{}, { level: 's0:c123,c456' }, { type: 'spc_t' }])),
    ...maybe(probability, 'seccompProfile', () => profile('profiles/audit.json', pick)),
    ...maybe(probability, 'appArmorProfile', () => profile('k8s-web', pick)),
  };
}

function profile(localhostProfile, pick) {
  const type = pick(['RuntimeDefault', 'Unconfined', 'Localhost']);
  return { type, ...(type === 'Localhost' ? { localhostProfile } : {}) };
}

function windowsOptions(random) {
  const { chance, maybe, pick } = random;
  const userName = () => (chance(0.6) ? pick(USER_NAMES) : `${pick(DOMAINS)}\\${pick(USERS)}`);
  return withNull(0.04, random, {
    ...maybe(0.5, 'runAsUserName', userName),
    ...maybe(0.12, 'gmsaCredentialSpecName', () => pick(GMSA_NAMES)),
    ...maybe(0.06, 'gmsaCredentialSpec', () => pick(GMSA_SPECS)),
  });
}

/** The object, sometimes with a null value, which the API server treats as absent. */
function withNull(probability, { chance, pick }, object) {
  const keys = Object.keys(object);
  return keys.length > 0 && chance(probability) ? { ...object, [pick(keys)]: null } : object;
}

const USER_NAMES = [
  'ContainerUser',
  'ContainerAdministrator',
  'NT AUTHORITY\\SYSTEM',
  'NT AUTHORITY\\LOCAL SERVICE',
  'web',
  '',
  ' ',
  '.',
  '...',
  '. .',
  '\\',
  '\\web',
  'web\\',
  'a\\b\\c',
  'web/x',
  'web@contoso.com',
  'web"x',
  'web[1]',
  'tab\there',
  'bell\u0007',
  'next\u0085line',
  'Jürgen',
  'ü'.repeat(60),
  '😀'.repeat(30),
  'u'.repeat(104),
  'u'.repeat(105),
];

const DOMAINS = [
  'CONTOSO',
  'contoso.com',
  'corp.contoso.com',
  'corp_1.contoso.com',
  'Corp.Contoso.com.',
  '.contoso',
  'contoso.',
  '-contoso',
  'contoso-',
  'con toso',
  'con:toso',
  'con,toso',
  'Müller',
  'FIFTEEN-LETTERS',
  'SIXTEEN-LETTERS1',
  'SIXTEEN LETTERS1',
  '10.0.0.1',
  '.',
  '',
  `${'d'.repeat(63)}.com`,
  `${'d'.repeat(64)}.com`,
  'd.'.repeat(127).slice(0, -1),
  `${'d.'.repeat(127)}d`,
  'd.'.repeat(130).slice(0, -1),
];

const USERS = ['web', 'web-1$', 'some one', '', '.', ' ', 'a+b', 'a;b', 'ü', 'u'.repeat(104), 'u'.repeat(105)];

const GMSA_NAMES = [
  'gmsa-web',
  'gmsa.web-1',
  'gmsa_web',
  'GMSA-WEB',
  '-gmsa',
  'gmsa-',
  'gmsa..web',
  '',
  'g'.repeat(253),
  'g'.repeat(254),
  'gmsa web',
  'gmsä',
];

const GMSA_SPECS = [
  '{"CmsPlugins":["ActiveDirectory"]}',
  '',
  'not JSON',
  's'.repeat(64 * 1024),
  's'.repeat(64 * 1024 + 1),
  'ü'.repeat(32 * 1024),
  'ü'.repeat(32 * 1024 + 1),
];

function container(name, { volumes, isHostProcess }, random) {
  const { chance, maybe, pick } = random;
  const isInit = name.startsWith('init');
  return {
    name,
    image: pick(IMAGES),
    ...(isInit ? maybe(0.3, 'restartPolicy', () => 'Always') : {}),
    ...maybe(0.1, 'command', () => pick([['cmd', '/c', 'ver'], ['/bin/sh', '-c', 'true'], ['pwsh']])),
    ...maybe(0.15, 'ports', () => [
      { containerPort: 8080, ...maybe(0.4, 'hostPort', () => (chance(0.8) ? 8080 : 9090)) },
    ]),
    ...maybe(0.15, 'resources', () => pick(CONTAINER_RESOURCES)),
    ...maybe(0.15, 'lifecycle', () => pick(LIFECYCLES)),
    ...(name.startsWith('main') ? maybe(0.05, 'livenessProbe', () => ({ tcpSocket: { port: 8080 } })) : {}),
    ...(volumes.length > 0 ? { volumeMounts: volumes.map((volume, i) => mount(volume.name, i, random)) } : {}),
    ...maybe(0.05, 'stdin', () => true),
    ...maybe(0.7, 'securityContext', () => containerSecurityContext(isHostProcess, random)),
  };
}

const IMAGES = [
  'mcr.microsoft.com/windows/nanoserver:ltsc2022',
  'mcr.microsoft.com/windows/servercore:ltsc2025',
  'mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image:v1.0.0',
  'registry.example/web:1.0',
  'nginx:1.27',
];

const CONTAINER_RESOURCES = [
  { limits: { memory: '256Mi' } },
  { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '1' } },
  { limits: { memory: '256Mi', 'hugepages-2Mi': '2Mi' } },
  { limits: { 'ephemeral-storage': '1Gi' } },
];

const LIFECYCLES = [
  { preStop: { exec: { command: ['cmd', '/c', 'ver'] } } },
  ...['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP', 'SIGUSR1'].map((stopSignal) => ({ stopSignal })),
];

function mount(name, index, { maybe, pick }) {
  return {
    name,
    mountPath: pick([`/data/${index}`, `C:\\data\\${index}`, `C:/data/${index}`]),
    ...maybe(0.2, 'mountPropagation', () => pick(['None', 'HostToContainer', 'Bidirectional'])),
    ...maybe(0.2, 'subPath', () => pick(['a', 'a/b', 'a\\b', 'C:\\a'])),
    ...maybe(0.2, 'readOnly', () => true),
    ...maybe(0.1, 'recursiveReadOnly', () => pick(['Disabled', 'IfPossible', 'Enabled'])),
  };
}

function containerSecurityContext(isHostProcess, random) {
  const { chance, maybe, pick } = random;
  return withNull(0.03, random, {
    ...sharedSecurity(0.1, random),
    ...maybe(0.12, 'privileged', () => chance(0.5)),
    ...maybe(0.12, 'allowPrivilegeEscalation', () => chance(0.4)),
    ...maybe(0.12, 'readOnlyRootFilesystem', () => chance(0.5)),
    ...maybe(0.12, 'procMount', () => pick(['Default', 'Unmasked'])),
    ...maybe(0.15, 'capabilities', () => pick(CAPABILITIES)),
    ...maybe(isHostProcess ? 0.3 : 0.15, 'windowsOptions', () => ({
      ...maybe(isHostProcess ? 0.8 : 0.2, 'hostProcess', () => chance(0.7) === isHostProcess),
      ...windowsOptions(random),
    })),
  });
}

const CAPABILITIES = [
  {},
  { drop: ['ALL'] },
  { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
  { add: ['SYS_ADMIN'] },
  { add: ['CHOWN'] },
];

function selectingPod(name, random) {
  const { chance, maybe, pick, some } = random;
  const keys = [...NODE_KEYS, ...some(OTHER_KEYS, 3)];
  const expression = () => nodeExpression(pick(keys), random);
  const expressions = (most) => Array.from({ length: 1 + Math.floor(random.next() * most) }, expression);
  const term = () => ({
    ...maybe(0.92, 'matchExpressions', () => (chance(0.04) ? [] : expressions(3))),
    ...maybe(0.12, 'matchFields', () => [
      { key: 'metadata.name', operator: pick(['In', 'NotIn']), values: [pick(['node-1', 'node-2'])] },
    ]),
  });
  const terms = () => Array.from({ length: pick([1, 1, 1, 2, 2, 3]) }, term);
  const nodeAffinity = () => ({
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms() },
    ...maybe(0.15, 'preferredDuringSchedulingIgnoredDuringExecution', () => [
      { weight: 1, preference: { matchExpressions: [expression()] } },
    ]),
  });
  const selector = () => Object.fromEntries(some(keys, 2).map((key) => [key, pick(NODE_VALUES[key] ?? OTHER_VALUES)]));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: {
      ...maybe(0.35, 'nodeSelector', selector),
      ...maybe(0.85, 'affinity', () => ({ nodeAffinity: nodeAffinity() })),
      containers: [{ name: 'main', image: 'registry.example/web:1.0' }],
    },
  };
}

const SYSTEMS = ['windows', 'windows', 'windows', 'linux', 'linux', 'Windows', 'darwin', ''];
const NODE_VALUES = {
  'kubernetes.io/os': SYSTEMS,
  'beta.kubernetes.io/os': SYSTEMS,
  'node.kubernetes.io/windows-build': ['10.0.17763', '10.0.20348', '10.0.26100', '10.0.14393'],
};
/** The labels for operating systems; the first is the most frequent. */
const NODE_KEYS = ['kubernetes.io/os', 'kubernetes.io/os', 'kubernetes.io/os', ...Object.keys(NODE_VALUES)];
const OTHER_KEYS = ['team', 'pool', 'topology.kubernetes.io/zone', 'example.com/windows', 'cores'];
const OTHER_VALUES = ['a', 'b', 'windows', 'linux', '8', '16', ''];

function nodeExpression(key, { pick, some }) {
  const operator = pick([
    'In',
    'In',
    'In',
    'In',
    'In',
    'NotIn',
    'NotIn',
    'NotIn',
    'Exists',
    'Exists',
    'DoesNotExist',
    'Gt',
    'Lt',
  ]);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  const isComparison = operator === 'Gt' || operator === 'Lt';
  const values = isComparison ? [pick(['8', '0', '-1', '10.0.17763', 'x'])] : some(NODE_VALUES[key] ?? OTHER_VALUES, 3);
  return { key, operator, values };
}

/** Random choices from a seed: a Mulberry32 generator. */
function randomFrom(seed) {
  let state = Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chance = (probability) => next() < probability;
  const pick = (list) => list[Math.floor(next() * list.length)];
  return {
    next,
    chance,
    pick,
    /** One to `most` different elements of a list. */
    some: (list, most) => [...new Set(Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(list)))],
    /** The entry, or nothing. */
    maybe: (probability, key, value) => (chance(probability) ? { [key]: value() } : {}),
  };
}
