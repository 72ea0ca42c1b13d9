// Objects as the API server returns them: with default values, managed fields, an identity and a status. Keys are sorted.

/** An object as `kubectl get --show-managed-fields -o yaml` prints it. */
export function recorded(c, object, { owner, status, manager = 'kubectl-client-side-apply', isApplied = false } = {}) {
  const complete = defaulted(object);
  const { metadata, ...rest } = complete;
  const applied = isApplied ? { [APPLIED]: `${JSON.stringify(sorted(object))}\n` } : {};
  const annotations = { ...applied, ...metadata.annotations };
  return sorted({
    ...rest,
    metadata: {
      ...metadata,
      annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
      creationTimestamp: time(c),
      generation: rest.spec === undefined ? undefined : c.int(1, 40),
      managedFields: managedFields(c, rest, metadata, status, manager),
      ownerReferences: owner === undefined ? undefined : [reference(owner)],
      resourceVersion: String(c.int(1e6, 9e8)),
      uid: c.uid(),
    },
    status,
  });
}

const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

export function time(c) {
  const two = (number) => String(number).padStart(2, '0');
  return `2026-${two(c.int(1, 12))}-${two(c.int(1, 28))}T${two(c.int(0, 23))}:${two(c.int(0, 59))}:${two(c.int(0, 59))}Z`;
}

export function condition(c, type, status, reason, message) {
  return { lastTransitionTime: time(c), lastUpdateTime: time(c), message, reason, status, type };
}

function reference({ apiVersion, kind, metadata }) {
  return { apiVersion, blockOwnerDeletion: true, controller: true, kind, name: metadata.name, uid: metadata.uid };
}

/** Who set which field: a client, and the controller that writes the status. */
function managedFields(c, rest, metadata, status, manager) {
  const { apiVersion, kind, ...content } = rest;
  const { name, namespace, ...own } = metadata;
  const entry = (fields, others) => ({
    apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    operation: 'Update',
    time: time(c),
    ...others,
  });
  const controller = { manager: kind === 'Pod' ? 'kubelet' : 'kube-controller-manager', subresource: 'status' };
  return [
    entry({ ...fieldsOf({ metadata: own }), ...fieldsOf(content) }, { manager }),
    ...(status === undefined ? [] : [entry(fieldsOf({ status }), controller)]),
  ];
}

/** The set of fields in a value. */
function fieldsOf(value) {
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item !== 'object' || keyOf(item) === undefined)) return {};
    const items = value.map((item) => [`k:${JSON.stringify(keyOf(item))}`, { '.': {}, ...fieldsOf(item) }]);
    return { '.': {}, ...Object.fromEntries(items) };
  }
  if (typeof value !== 'object' || value === null) return {};
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(fields.map(([key, item]) => [`f:${key}`, fieldsOf(item)]));
}

/** What identifies an item of a list. */
function keyOf(item) {
  if (item.containerPort !== undefined) return { containerPort: item.containerPort, protocol: item.protocol ?? 'TCP' };
  if (item.mountPath !== undefined) return { mountPath: item.mountPath };
  if (item.type !== undefined && item.status !== undefined) return { type: item.type };
  return item.name === undefined ? undefined : { name: item.name };
}

/** The object with the values that the API server adds. */
function defaulted(object) {
  const { kind, spec } = object;
  if (spec === undefined) return object;
  if (kind === 'Pod') return { ...object, spec: podDefaults(spec) };
  if (kind === 'Service')
    return { ...object, spec: { internalTrafficPolicy: 'Cluster', sessionAffinity: 'None', ...spec } };
  if (spec.template?.spec === undefined) return object;
  const own = {
    Deployment: {
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' }, type: 'RollingUpdate' },
    },
    DaemonSet: { revisionHistoryLimit: 10 },
    StatefulSet: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } },
  }[kind];
  const template = { ...spec.template, spec: podDefaults(spec.template.spec) };
  const defined = Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined));
  return { ...object, spec: { ...own, ...defined, template } };
}

function podDefaults(spec) {
  return {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    ...spec,
    serviceAccount: spec.serviceAccountName,
    securityContext: spec.securityContext ?? {},
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
    initContainers: spec.initContainers?.map(containerDefaults),
    containers: spec.containers.map(containerDefaults),
    volumes: spec.volumes?.map(volumeDefaults),
  };
}

function containerDefaults(container) {
  return {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...container,
    imagePullPolicy: container.imagePullPolicy ?? 'IfNotPresent',
    ports: container.ports?.map((port) => ({ protocol: 'TCP', ...port })),
    ...Object.fromEntries(
      ['startupProbe', 'readinessProbe', 'livenessProbe']
        .filter((name) => container[name] !== undefined)
        .map((name) => [name, probeDefaults(container[name])]),
    ),
  };
}

function probeDefaults(probe) {
  const httpGet = probe.httpGet === undefined ? undefined : { scheme: 'HTTP', ...probe.httpGet };
  return { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1, ...probe, httpGet };
}

function volumeDefaults(volume) {
  const withMode = (source) => (source === undefined ? undefined : { defaultMode: 420, ...source });
  return { ...volume, configMap: withMode(volume.configMap), secret: withMode(volume.secret) };
}

/** A value with its keys in order and without undefined values. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]));
}

/** The status of a pod that runs. */
export function podStatus(c, spec, node) {
  const ip = `10.${c.int(0, 250)}.${c.int(0, 250)}.${c.int(2, 250)}`;
  const started = time(c);
  return {
    conditions: ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(
      (type) => ({
        lastProbeTime: null,
        lastTransitionTime: started,
        status: 'True',
        type,
      }),
    ),
    containerStatuses: spec.containers.map(({ name, image }) => ({
      containerID: `containerd://${c.hex(64)}`,
      image,
      imageID: `${image.split(':')[0]}@sha256:${c.hex(64)}`,
      lastState: {},
      name,
      ready: true,
      restartCount: c.int(0, 5),
      started: true,
      state: { running: { startedAt: started } },
    })),
    hostIP: node.ip,
    hostIPs: [{ ip: node.ip }],
    phase: 'Running',
    podIP: ip,
    podIPs: [{ ip }],
    qosClass: 'Burstable',
    startTime: started,
  };
}

/** What the API server and the controllers add to the template of a pod. */
export function podOf(c, template, node) {
  const token = `kube-api-access-${c.suffix(5)}`;
  const mount = { mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', name: token, readOnly: true };
  const { containers, volumes = [], tolerations = [] } = template.spec;
  const projected = {
    defaultMode: 420,
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
      {
        downwardAPI: {
          items: [{ fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' }, path: 'namespace' }],
        },
      },
    ],
  };
  const evictions = ['not-ready', 'unreachable'].map((name) => ({
    effect: 'NoExecute',
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    tolerationSeconds: 300,
  }));
  return {
    ...template.spec,
    containers: containers.map((container) => ({
      ...container,
      volumeMounts: [...(container.volumeMounts ?? []), mount],
    })),
    enableServiceLinks: true,
    nodeName: node.name,
    preemptionPolicy: 'PreemptLowerPriority',
    priority: 0,
    tolerations: [...tolerations, ...evictions],
    volumes: [...volumes, { name: token, projected }],
  };
}

/** The status of a workload whose replicas are ready. */
export function workloadStatus(c, kind, replicas) {
  if (kind === 'DaemonSet') {
    return {
      currentNumberScheduled: replicas,
      desiredNumberScheduled: replicas,
      numberAvailable: replicas,
      numberMisscheduled: 0,
      numberReady: replicas,
      observedGeneration: c.int(1, 40),
    };
  }
  const conditions = [
    condition(c, 'Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.'),
    condition(c, 'Progressing', 'True', 'NewReplicaSetAvailable', 'ReplicaSet has successfully progressed.'),
  ];
  return {
    availableReplicas: replicas,
    conditions: kind === 'Deployment' ? conditions : undefined,
    observedGeneration: c.int(1, 40),
    readyReplicas: replicas,
    replicas,
    updatedReplicas: kind === 'ReplicaSet' ? undefined : replicas,
  };
}
