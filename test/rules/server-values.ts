/**
 * An object as `kubectl get -o yaml` shows it: with the defaults of the API server, with what its admission adds to a pod,
 * and with what controllers and the server note in it. Other kinds, such as custom resources, only get metadata.
 *
 * From pkg/apis/{core,apps,batch,networking,storage}/v1/defaults.go and zz_generated.defaults.go, pkg/registry/core/service,
 * and plugin/pkg/admission/{serviceaccount,defaulttolerationseconds,priority} of kubernetes/kubernetes, release 1.37.
 */
export function asReturned(object: Data): Data {
  const group = String(object['apiVersion'] ?? '').replace(/\/?[^/]*$/, '');
  const kind = String(object['kind'] ?? '');
  const result = structuredClone(object);
  if (kind === 'List' && Array.isArray(result['items'])) {
    result['items'] = list(result, 'items').map(asReturned);
    return result;
  }
  if (GROUPS[kind] === undefined || !GROUPS[kind].includes(group)) return result;
  const metadata = mapping(result, 'metadata');
  if (!CLUSTER_SCOPED.includes(kind)) fill(metadata, { namespace: 'default' });
  fill(metadata, {
    creationTimestamp: '2026-10-01T08:00:00Z',
    generation: 1,
    resourceVersion: '1234',
    uid: '0e5f9c3a-2b1d-4c6e-8f7a-9d0b1c2e3f4a',
    managedFields: [
      {
        manager: 'kubectl-client-side-apply',
        operation: 'Update',
        apiVersion: String(object['apiVersion']),
        time: '2026-10-01T08:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:securityContext': { 'f:runAsUser': {} }, 'f:hostPID': {} } },
      },
    ],
  });
  KINDS[kind]?.(result);
  return result;
}

export type Data = Record<string, unknown>;

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Pod: [''],
  PodTemplate: [''],
  ReplicationController: [''],
  ReplicaSet: ['apps'],
  Deployment: ['apps'],
  StatefulSet: ['apps'],
  DaemonSet: ['apps'],
  Job: ['batch'],
  CronJob: ['batch'],
  Service: [''],
  PersistentVolume: [''],
  PersistentVolumeClaim: [''],
  StorageClass: ['storage.k8s.io'],
  NetworkPolicy: ['networking.k8s.io'],
  Namespace: [''],
  Secret: [''],
  ConfigMap: [''],
  RuntimeClass: ['node.k8s.io'],
  SecretProviderClass: ['secrets-store.csi.x-k8s.io'],
};

const CLUSTER_SCOPED = ['Namespace', 'PersistentVolume', 'RuntimeClass', 'StorageClass'];

const KINDS: Readonly<Record<string, (object: Data) => void>> = {
  Pod(object) {
    const spec = mapping(object, 'spec');
    podSpec(spec);
    fill(spec, { enableServiceLinks: true, priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    for (const container of [...list(spec, 'containers'), ...list(spec, 'initContainers')]) {
      const resources = mapping(container, 'resources');
      if (resources['limits'] !== undefined) fill(mapping(resources, 'requests'), mapping(resources, 'limits'));
      for (const port of spec['hostNetwork'] === true ? list(container, 'ports') : []) {
        fill(port, { hostPort: port['containerPort'] });
      }
    }
    admit(spec);
    object['status'] = {
      phase: 'Running',
      qosClass: 'BestEffort',
      hostIP: '10.0.0.4',
      podIP: '10.244.1.3',
      podIPs: [{ ip: '10.244.1.3' }],
      conditions: [{ type: 'PodScheduled', status: 'True' }],
    };
  },
  PodTemplate: (object) => template(object),
  ReplicationController(object) {
    const spec = mapping(object, 'spec');
    fill(spec, { replicas: 1 });
    template(spec);
    object['status'] = { replicas: 1, observedGeneration: 1 };
  },
  ReplicaSet(object) {
    const spec = mapping(object, 'spec');
    fill(spec, { replicas: 1 });
    template(spec);
    object['status'] = { replicas: 1, observedGeneration: 1 };
  },
  Deployment(object) {
    fill(mapping(mapping(object, 'metadata'), 'annotations'), { 'deployment.kubernetes.io/revision': '1' });
    const spec = mapping(object, 'spec');
    fill(spec, {
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
    template(spec);
    object['status'] = { replicas: 1, observedGeneration: 1 };
  },
  StatefulSet(object) {
    const spec = mapping(object, 'spec');
    fill(spec, {
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      replicas: 1,
      revisionHistoryLimit: 10,
    });
    template(spec);
    for (const claim of list(spec, 'volumeClaimTemplates')) {
      fill(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } });
      fill(mapping(claim, 'spec'), { volumeMode: 'Filesystem' });
    }
    object['status'] = { replicas: 1, observedGeneration: 1 };
  },
  DaemonSet(object) {
    fill(mapping(mapping(object, 'metadata'), 'annotations'), { 'deprecated.daemonset.template.generation': '1' });
    const spec = mapping(object, 'spec');
    fill(spec, {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    });
    template(spec);
    object['status'] = { currentNumberScheduled: 1, desiredNumberScheduled: 1, numberMisscheduled: 0 };
  },
  Job(object) {
    const spec = mapping(object, 'spec');
    job(spec);
    const labels = { 'batch.kubernetes.io/controller-uid': '5d7f', 'batch.kubernetes.io/job-name': 'web' };
    fill(spec, { selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': '5d7f' } } });
    fill(mapping(mapping(mapping(spec, 'template'), 'metadata'), 'labels'), labels);
    object['status'] = { ready: 0, active: 1, startTime: '2026-10-01T08:00:00Z' };
  },
  CronJob(object) {
    const spec = mapping(object, 'spec');
    fill(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    template(mapping(mapping(spec, 'jobTemplate'), 'spec'));
    fill(mapping(mapping(spec, 'jobTemplate'), 'metadata'), { creationTimestamp: null });
    object['status'] = {};
  },
  Service(object) {
    const spec = mapping(object, 'spec');
    fill(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
    const type = spec['type'];
    if (spec['sessionAffinity'] === 'ClientIP') {
      fill(spec, { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } });
    }
    for (const port of list(spec, 'ports')) fill(port, { protocol: 'TCP', targetPort: port['port'] });
    object['status'] = { loadBalancer: {} };
    if (type === 'ExternalName') return;
    fill(spec, { internalTrafficPolicy: 'Cluster' });
    if (type !== 'ClusterIP') fill(spec, { externalTrafficPolicy: 'Cluster' });
    if (type === 'LoadBalancer') fill(spec, { allocateLoadBalancerNodePorts: true });
    fill(spec, { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'], clusterIP: '10.0.0.10' });
    fill(spec, { clusterIPs: [spec['clusterIP']] });
  },
  PersistentVolume(object) {
    const spec = mapping(object, 'spec');
    fill(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' });
    volumeSource(spec);
    // Examples without namespaces get none.
    if (isMapping(spec['claimRef'])) fill(spec['claimRef'], { namespace: 'default' });
    object['status'] = { phase: 'Pending' };
  },
  PersistentVolumeClaim(object) {
    fill(mapping(object, 'spec'), { volumeMode: 'Filesystem' });
    object['status'] = { phase: 'Pending' };
  },
  StorageClass: (object) => fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  NetworkPolicy(object) {
    const spec = mapping(object, 'spec');
    fill(spec, { policyTypes: spec['egress'] === undefined ? ['Ingress'] : ['Ingress', 'Egress'] });
    for (const rule of [...list(spec, 'ingress'), ...list(spec, 'egress')]) {
      for (const port of list(rule, 'ports')) fill(port, { protocol: 'TCP' });
    }
  },
  Namespace(object) {
    const metadata = mapping(object, 'metadata');
    fill(mapping(metadata, 'labels'), { 'kubernetes.io/metadata.name': metadata['name'] });
    fill(mapping(object, 'spec'), { finalizers: ['kubernetes'] });
    object['status'] = { phase: 'Active' };
  },
  Secret: (object) => fill(object, { type: 'Opaque' }),
};

function job(spec: Data): void {
  fill(spec, {
    completions: 1,
    parallelism: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: 'TerminatingOrFailed',
    manualSelector: false,
  });
  template(spec);
}

function template(parent: Data): void {
  const result = mapping(parent, 'template');
  fill(mapping(result, 'metadata'), { creationTimestamp: null });
  podSpec(mapping(result, 'spec'));
}

function podSpec(spec: Data): void {
  fill(spec, {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
  });
  if (spec['serviceAccountName'] !== undefined) fill(spec, { serviceAccount: spec['serviceAccountName'] });
  for (const volume of list(spec, 'volumes')) {
    if (Object.keys(volume).length <= 1) fill(volume, { emptyDir: {} });
    volumeSource(volume);
  }
  for (const name of ['containers', 'initContainers', 'ephemeralContainers']) {
    for (const each of list(spec, name)) container(each);
  }
}

function container(spec: Data): void {
  fill(spec, {
    imagePullPolicy: /:latest$|^[^:]*$/.test(String(spec['image'])) ? 'Always' : 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    resources: {},
  });
  for (const port of list(spec, 'ports')) fill(port, { protocol: 'TCP' });
  for (const { valueFrom } of list(spec, 'env')) {
    if (isMapping(valueFrom) && isMapping(valueFrom['fieldRef'])) fill(valueFrom['fieldRef'], { apiVersion: 'v1' });
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = spec[name];
    if (!isMapping(probe)) continue;
    fill(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
    handler(probe);
    if (isMapping(probe['grpc'])) fill(probe['grpc'], { service: '' });
  }
  for (const hook of Object.values(isMapping(spec['lifecycle']) ? spec['lifecycle'] : {})) {
    if (isMapping(hook)) handler(hook);
  }
}

function handler(probe: Data): void {
  if (isMapping(probe['httpGet'])) fill(probe['httpGet'], { path: '/', scheme: 'HTTP' });
}

const SOURCES: Readonly<Record<string, Data>> = {
  hostPath: { type: '' },
  secret: { defaultMode: 420 },
  configMap: { defaultMode: 420 },
  downwardAPI: { defaultMode: 420 },
  projected: { defaultMode: 420 },
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
  image: { pullPolicy: 'IfNotPresent' },
};

function volumeSource(volume: Data): void {
  for (const [name, values] of Object.entries(SOURCES)) {
    const source = volume[name];
    if (isMapping(source)) fill(source, values);
  }
  for (const { serviceAccountToken } of isMapping(volume['projected']) ? list(volume['projected'], 'sources') : []) {
    if (isMapping(serviceAccountToken)) fill(serviceAccountToken, { expirationSeconds: 3600 });
  }
  const claim = isMapping(volume['ephemeral']) ? volume['ephemeral']['volumeClaimTemplate'] : undefined;
  if (isMapping(claim)) fill(mapping(claim, 'spec'), { volumeMode: 'Filesystem' });
}

/** What the admission plug-ins that are on by default add to a pod. */
function admit(spec: Data): void {
  fill(spec, { serviceAccountName: 'default' });
  fill(spec, { serviceAccount: spec['serviceAccountName'] });
  const name = 'kube-api-access-x7b2k';
  if (spec['automountServiceAccountToken'] !== false) {
    fill(spec, { volumes: [] });
    list(spec, 'volumes').push({
      name,
      projected: {
        defaultMode: 420,
        sources: [
          { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
          { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          {
            downwardAPI: {
              items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
            },
          },
        ],
      },
    });
    for (const container of [...list(spec, 'containers'), ...list(spec, 'initContainers')]) {
      fill(container, { volumeMounts: [] });
      list(container, 'volumeMounts').push({
        name,
        mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
        readOnly: true,
      });
    }
  }
  fill(spec, { tolerations: [] });
  for (const key of ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']) {
    list(spec, 'tolerations').push({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 });
  }
}

/** Sets fields that are absent. */
function fill(object: Data, values: Data): void {
  for (const [key, value] of Object.entries(values)) object[key] ??= structuredClone(value);
}

/** The mapping below a key, created if it is absent; a detached one if the value is not a mapping. */
function mapping(object: Data, key: string): Data {
  object[key] ??= {};
  const value = object[key];
  return isMapping(value) ? value : {};
}

/** The mappings of a list; a copy if the list has other items. */
function list(object: Data, key: string): Data[] {
  const value = object[key];
  if (!Array.isArray(value)) return [];
  return value.every(isMapping) ? value : value.filter(isMapping);
}

function isMapping(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
