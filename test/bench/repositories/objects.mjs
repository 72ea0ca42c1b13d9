// Objects of Kubernetes other than pods, with the fields of their APIs.
import { times } from './choices.mjs';
import { certificate, dashboard, powerShellScript, settings, settingsInYaml, shellScript } from './texts.mjs';

/** The name, namespace and labels of an object. */
export function metadata(name, namespace, labels, annotations) {
  return { name, namespace, labels, annotations };
}

/** The workload of a kind with this pod template. */
export function workload(c, kind, meta, template, { replicas = c.int(1, 6), claim } = {}) {
  const selector = { matchLabels: { 'app.kubernetes.io/name': meta.name } };
  const common = { selector, revisionHistoryLimit: c.chance(0.5) ? c.int(2, 10) : undefined };
  const spec = {
    Deployment: () => ({ replicas, ...common, strategy: strategy(c), template }),
    DaemonSet: () => ({ ...common, updateStrategy: rolling({ maxUnavailable: c.pick([1, '10%', '25%']) }), template }),
    StatefulSet: () => ({
      serviceName: `${meta.name}-headless`,
      replicas,
      ...common,
      podManagementPolicy: c.chance(0.3) ? 'Parallel' : undefined,
      updateStrategy: rolling(),
      template,
      volumeClaimTemplates:
        claim === undefined ? undefined : [{ metadata: { name: claim }, spec: claimSpec(c, 'ReadWriteOnce') }],
    }),
  }[kind]();
  return { apiVersion: 'apps/v1', kind, metadata: meta, spec };
}

function strategy(c) {
  return c.weighted([
    [5, undefined],
    [4, rolling({ maxSurge: 1, maxUnavailable: 0 })],
    [1, { type: 'Recreate' }],
  ]);
}

function rolling(rollingUpdate) {
  return { type: 'RollingUpdate', rollingUpdate };
}

export function cronJob(c, meta, podSpec) {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: meta,
    spec: {
      schedule: `${c.int(0, 59)} ${c.int(0, 23)} * * *`,
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 3,
      jobTemplate: { spec: { backoffLimit: 2, template: { spec: { ...podSpec, restartPolicy: 'OnFailure' } } } },
    },
  };
}

export function job(c, meta, podSpec) {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta,
    spec: {
      backoffLimit: c.int(1, 6),
      activeDeadlineSeconds: 600,
      template: { metadata: { labels: meta.labels }, spec: { ...podSpec, restartPolicy: 'Never' } },
    },
  };
}

export function service(meta, { port = 8080, headless = false } = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: headless ? { ...meta, name: `${meta.name}-headless` } : meta,
    spec: {
      ...(headless ? { clusterIP: 'None' } : { type: 'ClusterIP' }),
      selector: { 'app.kubernetes.io/name': meta.name },
      ports: [{ name: 'http', port: 80, targetPort: port, protocol: 'TCP' }],
    },
  };
}

export function ingress(c, meta) {
  const backend = { service: { name: meta.name, port: { name: 'http' } } };
  const hosts = times(c.int(1, 3), (i) => `${meta.name}-${i}.example.com`);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: meta,
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts, secretName: `${meta.name}-tls` }],
      rules: hosts.map((host) => ({ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } })),
    },
  };
}

/** A ConfigMap with one to three files. `size` multiplies the length of the texts. */
export function configMap(c, meta, size = 1) {
  const long = (min, max) => c.int(min * size, max * size);
  const files = {
    'app.properties': () => settings(c, long(8, 40)),
    'config.yaml': () => settingsInYaml(c, long(2, 10)),
    'start.sh': () => shellScript(c, long(5, 20)),
    'start.ps1': () => powerShellScript(c, long(5, 20)),
    'dashboard.json': () => dashboard(c, meta.name, long(1, 4)),
  };
  const chosen = Object.entries(files).filter(() => c.chance(0.5));
  const data = Object.fromEntries(chosen.map(([file, make]) => [file, make()]));
  const values = Object.fromEntries(times(c.int(2, 8), (i) => [`SETTING_${i}`, c.pick(['true', '30s', c.words(2)])]));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data: { ...values, ...data } };
}

export function authorities(c, meta) {
  const data = { 'ca.crt': times(c.int(1, 3), () => certificate(c)).join('') };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data };
}

export function secret(c, meta, keys = ['password', 'token']) {
  const data = Object.fromEntries(keys.map((key) => [key, `${c.base64(c.int(5, 20) * 4)}`]));
  return { apiVersion: 'v1', kind: 'Secret', metadata: meta, type: 'Opaque', data };
}

export function serviceAccount(meta) {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta };
}

export function namespace(c, name, labels = {}) {
  const level = c.pick(['privileged', 'baseline', undefined]);
  const all = { ...labels, ...(level === undefined ? {} : { 'pod-security.kubernetes.io/enforce': level }) };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: all } };
}

/** A role and its binding, for one namespace or, without a namespace, for the cluster. */
export function role(c, meta, account, rules = rulesOf(c)) {
  const kind = meta.namespace === undefined && account.namespace !== undefined ? 'ClusterRole' : 'Role';
  const apiGroup = 'rbac.authorization.k8s.io';
  return [
    { apiVersion: `${apiGroup}/v1`, kind, metadata: meta, rules },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: `${kind}Binding`,
      metadata: meta,
      roleRef: { apiGroup, kind, name: meta.name },
      subjects: [{ kind: 'ServiceAccount', name: account.name, namespace: account.namespace }],
    },
  ];
}

function rulesOf(c) {
  return times(c.int(1, 5), () => {
    const [apiGroup, resources] = c.pick(RESOURCES);
    const verbs = c.pick([['get', 'list', 'watch'], ['get'], ['create', 'patch', 'update'], ['*']]);
    return { apiGroups: [apiGroup], resources: resources.slice(c.int(0, 1)), verbs };
  });
}

const RESOURCES = [
  ['', ['nodes', 'pods', 'services', 'endpoints']],
  ['', ['configmaps', 'secrets']],
  ['apps', ['deployments', 'statefulsets', 'daemonsets', 'replicasets']],
  ['coordination.k8s.io', ['leases', 'leases/status']],
  ['networking.k8s.io', ['ingresses', 'networkpolicies']],
  ['storage.k8s.io', ['storageclasses', 'csinodes', 'volumeattachments']],
];

/** A GMSA of Active Directory, with the right to use it. */
export function credentialSpec(c, name, account) {
  const rules = [
    { apiGroups: ['windows.k8s.io'], resources: ['gmsacredentialspecs'], verbs: ['use'], resourceNames: [name] },
  ];
  return [
    {
      apiVersion: 'windows.k8s.io/v1',
      kind: 'GMSACredentialSpec',
      metadata: { name },
      credspec: {
        ActiveDirectoryConfig: {
          GroupManagedServiceAccounts: [
            { Name: name, Scope: 'CORP' },
            { Name: name, Scope: 'corp.example' },
          ],
        },
        CmsPlugins: ['ActiveDirectory'],
        DomainJoinConfig: {
          DnsName: 'corp.example',
          DnsTreeName: 'corp.example',
          Guid: c.uid(),
          MachineAccountName: name,
          NetBiosName: 'CORP',
          Sid: `S-1-5-21-${c.int(1e8, 9e8)}-${c.int(1e8, 9e8)}-${c.int(1e8, 9e8)}`,
        },
      },
    },
    ...role(c, { name: `${name}-user` }, account, rules),
  ];
}

export function claim(c, meta) {
  const mode = c.pick(['ReadWriteOnce', 'ReadWriteOnce', 'ReadWriteMany']);
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: meta, spec: claimSpec(c, mode) };
}

function claimSpec(c, mode) {
  return {
    accessModes: [mode],
    storageClassName: c.pick(['managed-csi', 'gp3', 'standard-rwo', undefined]),
    resources: { requests: { storage: `${c.pick([1, 5, 10, 50, 200])}Gi` } },
  };
}

export function networkPolicy(c, meta) {
  const ports = [{ protocol: 'TCP', port: 8080 }];
  const labels = (name) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } });
  const outside = { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '192.168.0.0/16'] } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta,
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': meta.name } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: times(c.int(1, 3), (i) => labels(`${c.pick(['gateway', 'api', 'worker'])}-${i}`)), ports }],
      egress: [{ to: [outside], ports: [{ protocol: 'TCP', port: 443 }] }],
    },
  };
}

export function disruptionBudget(meta) {
  const selector = { matchLabels: { 'app.kubernetes.io/name': meta.name } };
  return { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: meta, spec: { minAvailable: 1, selector } };
}

export function autoscaler(c, meta, kind = 'Deployment') {
  const target = { type: 'Utilization', averageUtilization: c.int(50, 90) };
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta,
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind, name: meta.name },
      minReplicas: 2,
      maxReplicas: c.int(3, 20),
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    },
  };
}
