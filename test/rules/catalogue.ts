import type { Effect, Gate } from '../../server/src/lint/rule.ts';
import type { NamedRule } from '../../server/src/lint/settings/rule-names.ts';
import { COMMANDS } from '../../server/src/rule-kit/commands.ts';
import CATALOGUE from './catalogue.json' with { type: 'json' };

/** The specification of a rule or note, against which it is checked. */
export interface Item {
  /** The gate of a rule; undefined for a note. */
  readonly gate?: Gate;
  /** The outcomes of a rule, or the releases to which a note applies. */
  readonly outcomes: readonly Bounds[];
  /** The watched fields: `$POD.hostPID`, `$META.annotations['a']`. */
  readonly paths: readonly string[];
  /** The first documentation link. */
  readonly docs: string;
}

export interface Bounds {
  readonly effect?: Effect;
  /** 1.14, the first release with Windows nodes, means all releases. */
  readonly since: string;
  readonly until?: string;
  readonly doubtful?: boolean;
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];

/**
 * Rules and notes that are not in the catalogue. A new one needs an entry here. Take it from the source and not from the
 * file of the rule, so that the test finds typos:
 *
 *   'pod/host-pid': {
 *     gate: 'windows',
 *     outcomes: [{ effect: 'rejected', since: '1.24' }, { effect: 'ignored', since: '1.14' }],
 *     paths: ['$POD.hostPID'],
 *     docs: 'https://kubernetes.io/docs/concepts/windows/intro/',
 *   },
 */
export const OUTSIDE_CATALOGUE: Readonly<Record<string, Item>> = {
  'gmsa/several-pods': {
    gate: 'guessed',
    outcomes: [{ effect: 'advice', since: '1.16' }],
    paths: ['$POD'],
    docs: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/manage-containers/gmsa-troubleshooting',
  },
  'pod/injected-sidecar': {
    gate: 'windows',
    outcomes: [
      { effect: 'fails', since: '1.14', doubtful: true },
      { effect: 'fails', since: '1.14' },
    ],
    paths: [
      '$POD',
      ...[
        'linkerd.io/inject',
        'sidecar.istio.io/inject',
        'azure.workload.identity/inject-proxy-sidecar',
        'instrumentation.opentelemetry.io/inject-*',
        'vault.hashicorp.com/agent-inject',
      ].map((key) => `$META.annotations['${key}']`),
      ...['sidecar.istio.io/inject', 'istio.io/rev'].map((key) => `$META.labels['${key}']`),
    ],
    docs: 'https://kubernetes.io/docs/concepts/windows/intro/',
  },
  'command/cmd-forward-slash': {
    gate: 'guessed',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: COMMANDS.map((pattern) => pattern.replace(/^spec/, '$POD')),
    docs: 'https://superuser.com/questions/1060121/how-does-pushd-exactly-behave-regarding-path-with-slashes/1060315',
  },
  'command/not-a-program': {
    gate: 'guessed',
    outcomes: [
      { effect: 'differs', since: '1.14' },
      { effect: 'fails', since: '1.14' },
    ],
    paths: [
      ...['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
        ['command', 'args'].map((field) => `$POD.${list}[*].${field}`),
      ),
      ...['containers', 'initContainers'].flatMap((list) =>
        [...PROBES, 'lifecycle.postStart', 'lifecycle.preStop'].map((user) => `$POD.${list}[*].${user}.exec.command`),
      ),
    ],
    docs: 'https://github.com/Azure/AKS/issues/1836',
  },
  'command/probe-timeout': {
    gate: 'windows',
    outcomes: [{ effect: 'advice', since: '1.20' }],
    paths: ['containers', 'initContainers'].flatMap((list) =>
      PROBES.map((probe) => `$POD.${list}[*].${probe}.exec.command`),
    ),
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
  },
  'node-network/flannel-vxlan': {
    gate: 'object',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: ["data['net-conf.json']"],
    docs: 'https://kubernetes.io/docs/concepts/services-networking/windows-networking/',
  },
  'pod/failure-policy-exit-code': {
    gate: 'object',
    outcomes: [{ effect: 'rejected', since: '1.25' }],
    paths: [
      'spec.podFailurePolicy.rules[*].onExitCodes.values',
      'spec.jobTemplate.spec.podFailurePolicy.rules[*].onExitCodes.values',
    ],
    docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy',
  },
  'pod/service-account-not-found': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: ['$POD.serviceAccountName'],
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/',
  },
  'resources/memory-in-millibytes': {
    gate: 'windows',
    outcomes: [{ effect: 'differs', since: '1.14' }],
    paths: ['containers', 'initContainers'].flatMap((list) =>
      ['requests', 'limits'].map((amounts) => `$POD.${list}[*].resources.${amounts}.memory`),
    ),
    docs: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
  },
  'scheduling/eks-compute-type': {
    gate: 'guessed',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['$POD'],
    docs: 'https://docs.aws.amazon.com/eks/latest/best-practices/automode.html',
  },
  'scheduling/eks-node-selector': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: ['$POD.nodeSelector'],
    docs: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
  },
  'scheduling/eks-build-unavailable': {
    gate: 'windows',
    outcomes: [{ effect: 'differs', since: '1.14', until: '1.34' }],
    paths: ["$POD.nodeSelector['node.kubernetes.io/windows-build']"],
    docs: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-versions-windows.html',
  },
  'persistent-volume-claim/vsphere-file-volume': {
    gate: 'object',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['spec.accessModes', 'spec.volumeClaimTemplates[*].spec.accessModes'],
    docs: 'https://github.com/kubernetes-sigs/vsphere-csi-driver/pull/2173',
  },
  'storage-class/ebs-format-options': {
    gate: 'object',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['blockSize', 'inodeSize', 'bytesPerInode', 'numberOfInodes', 'ext4BigAlloc', 'ext4ClusterSize'].map(
      (parameter) => `parameters.${parameter}`,
    ),
    docs: 'https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/parameters.md',
  },
  'storage-class/azure-file-nfs': {
    gate: 'object',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['parameters.protocol'],
    docs: 'https://learn.microsoft.com/en-us/azure/storage/files/files-nfs-protocol',
  },
  'volumes/smb-domain': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: [
      '$POD.volumes[*].csi.volumeAttributes.secretName',
      '$PV.spec.csi.nodeStageSecretRef.name',
      "$SC.parameters['csi.storage.k8s.io/node-stage-secret-name']",
    ],
    docs: 'https://github.com/kubernetes-csi/csi-driver-smb/issues/520',
  },
  'volumes/smb-service-name': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: [
      '$POD.volumes[*].csi.volumeAttributes.source',
      '$PV.spec.csi.volumeAttributes.source',
      '$SC.parameters.source',
    ],
    docs: 'https://github.com/kubernetes-csi/csi-driver-smb/issues/294',
  },
  'volumes/host-path-docker-pipe': {
    gate: 'windows',
    outcomes: [{ effect: 'differs', since: '1.14' }],
    paths: ['$POD.volumes[*].hostPath.path'],
    docs: 'https://kubernetes.io/docs/concepts/storage/volumes/#hostpath',
  },
  'scheduling/os-sku-unavailable': {
    gate: 'windows',
    outcomes: [
      { effect: 'differs', since: '1.14' },
      { effect: 'differs', since: '1.33' },
      { effect: 'differs', since: '1.37' },
      { effect: 'differs', since: '1.14', until: '1.31' },
      { effect: 'differs', since: '1.14' },
    ],
    paths: ["$POD.nodeSelector['kubernetes.azure.com/os-sku']"],
    docs: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
  },
  'host-process/base-image-alone': {
    gate: 'any',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `$POD.${list}[*].image`),
    docs: 'https://github.com/microsoft/windows-host-process-containers-base-image#readme',
  },
  'network-policy/eks-security-group-policy': {
    gate: 'object',
    outcomes: [{ effect: 'ignored', since: '1.14' }],
    paths: ['spec.podSelector'],
    docs: 'https://docs.aws.amazon.com/eks/latest/userguide/security-groups-for-pods.html',
  },
  'host-process/program-not-on-node': {
    gate: 'any',
    outcomes: [
      { effect: 'fails', since: '1.22', doubtful: true },
      { effect: 'differs', since: '1.22' },
    ],
    paths: COMMANDS.map((pattern) => pattern.replace(/^spec/, '$POD')),
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/',
  },
  'scheduling/linux-only-nodes': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['$POD'],
    docs: 'https://kubernetes.io/docs/concepts/windows/intro/',
  },
  'resources/nvidia-gpu': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['containers', 'initContainers'].flatMap((list) =>
      ['requests', 'limits'].map((amounts) => `$POD.${list}[*].resources.${amounts}['nvidia.com/gpu']`),
    ),
    docs: 'https://learn.microsoft.com/en-us/azure/aks/use-windows-gpu',
  },
  'command/variable-syntax': {
    gate: 'guessed',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: COMMANDS.map((pattern) => pattern.replace(/^spec/, '$POD')),
    docs: 'https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/',
  },
  'command/timeout-without-console': {
    gate: 'guessed',
    outcomes: [
      { effect: 'differs', since: '1.14' },
      { effect: 'fails', since: '1.14' },
      { effect: 'differs', since: '1.14' },
    ],
    paths: COMMANDS.map((pattern) => pattern.replace(/^spec/, '$POD')),
    docs: 'https://github.com/microsoft/azure-pipelines-agent/pull/5556',
  },
  'container/base-image-without-command': {
    gate: 'guessed',
    outcomes: [
      { effect: 'ignored', since: '1.14', doubtful: true },
      { effect: 'fails', since: '1.14' },
    ],
    paths: ['$POD.containers[*].image'],
    docs: 'https://github.com/microsoft/Windows-Containers/issues/332',
  },
  'scheduling/outside-pod-template': {
    gate: 'any',
    outcomes: [{ effect: 'ignored', since: '1.14' }],
    paths: ['$POD'],
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  'node/containerd-end-of-support': {
    gate: 'object',
    outcomes: [{ effect: 'differs', since: '1.14' }],
    paths: ['status.nodeInfo.containerRuntimeVersion'],
    docs: 'https://containerd.io/releases/',
  },
  'node-network/calico': {
    gate: 'object',
    outcomes: [
      { effect: 'fails', since: '1.14', doubtful: true },
      { effect: 'fails', since: '1.14', doubtful: true },
    ],
    paths: ['spec.strictAffinity', 'spec.ipipMode', 'spec.vxlanMode', 'spec.calicoNetwork.ipPools[*].encapsulation'],
    docs: 'https://docs.tigera.io/calico/latest/getting-started/kubernetes/windows-calico/operator',
  },
  'scheduling/no-fitting-node': {
    gate: 'windows',
    outcomes: [
      { effect: 'fails', since: '1.14', doubtful: true },
      { effect: 'fails', since: '1.14', doubtful: true },
      { effect: 'differs', since: '1.14' },
    ],
    paths: ['$POD'],
    docs: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  },
  'os/not-an-object': {
    gate: 'any',
    outcomes: [
      { effect: 'rejected', since: '1.23' },
      { effect: 'ignored', since: '1.14' },
    ],
    paths: ['$POD.os'],
    docs: 'https://kubernetes.io/docs/concepts/workloads/pods/#pod-os',
  },
  'host-process/working-directory': {
    gate: 'any',
    outcomes: [{ effect: 'fails', since: '1.22', doubtful: true }],
    paths: ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `$POD.${list}[*].workingDir`),
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/',
  },
  'run-as-user-name/iis': {
    gate: 'guessed',
    outcomes: [{ effect: 'fails', since: '1.16' }],
    paths: [
      '$POD.securityContext.windowsOptions.runAsUserName',
      ...['containers', 'initContainers', 'ephemeralContainers'].map(
        (list) => `$POD.${list}[*].securityContext.windowsOptions.runAsUserName`,
      ),
    ],
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-runasusername/',
  },
  'security-context/misplaced-windows-field': {
    gate: 'any',
    outcomes: [
      { effect: 'ignored', since: '1.14' },
      { effect: 'ignored', since: '1.25' },
      { effect: 'ignored', since: '1.14', until: '1.24' },
    ],
    paths: ['$POD'],
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  'container/host-port': {
    gate: 'windows',
    outcomes: [{ effect: 'ignored', since: '1.14', doubtful: true }],
    paths: ['containers', 'initContainers'].map((list) => `$POD.${list}[*].ports[*].hostPort`),
    docs: 'https://kubernetes.io/docs/concepts/services-networking/windows-networking/',
  },
  'host-process/token-path': {
    gate: 'any',
    outcomes: [{ effect: 'differs', since: '1.22' }],
    paths: ['command[*]', 'args[*]', 'env[*].value'].flatMap((path) =>
      ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `$POD.${list}[*].${path}`),
    ),
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/',
  },
  'host-process/service-endpoint': {
    outcomes: [{ since: '1.22' }],
    paths: ['$POD.hostNetwork'],
    docs: 'https://github.com/kubernetes/kubernetes/issues/126795',
  },
  'knowledge/node-log-query': {
    outcomes: [{ since: '1.14' }],
    paths: [],
    docs: 'https://kubernetes.io/docs/concepts/cluster-administration/system-logs/#log-query',
  },
  'service/endpoint-slice-ports': {
    outcomes: [{ since: '1.14', until: '1.33' }],
    paths: ['ports[*].port'],
    docs: 'https://github.com/kubernetes/kubernetes/pull/132647',
  },
  'service/local-policy-from-windows': {
    outcomes: [{ since: '1.14' }],
    paths: ['spec.externalTrafficPolicy'],
    docs: 'https://github.com/kubernetes/kubernetes/issues/106636',
  },
  'volumes/secret-provider': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14', doubtful: true }],
    paths: ['$POD.volumes[*].csi.volumeAttributes.secretProviderClass'],
    docs: 'https://developer.hashicorp.com/vault/docs/platform/k8s/csi/installation',
  },
  'image/no-variant-for-architecture': {
    gate: 'windows',
    outcomes: [{ effect: 'fails', since: '1.14' }],
    paths: ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `$POD.${list}[*].image`),
    docs: 'https://kubernetes.io/docs/concepts/windows/user-guide/',
  },
  'image/missing-os-version': {
    gate: 'windows',
    outcomes: [{ effect: 'differs', since: '1.14' }],
    paths: ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `$POD.${list}[*].image`),
    docs: 'https://github.com/containerd/containerd/pull/8101',
  },
};

/** The items of the catalogue and the others, by id. */
export const ITEMS: ReadonlyMap<string, Item> = new Map(
  Object.entries({ ...(CATALOGUE as Readonly<Record<string, unknown>>), ...OUTSIDE_CATALOGUE } as Record<string, Item>),
);

/** The items that have to be rules, and those that can only be notes. */
export const CHECKABLE = new Map([...ITEMS].filter(([, { gate }]) => gate !== undefined));

/** The item of a rule. A rename leaves the catalogue as it is. */
export function itemFor({ id, formerIds = [] }: NamedRule): Item | undefined {
  return [id, ...formerIds].map((name) => CHECKABLE.get(name)).find((item) => item !== undefined);
}

export const NOT_CHECKABLE = new Map([...ITEMS].filter(([, { gate }]) => gate === undefined));

/** An entry of the catalogue as it was written, with prose. */
interface Entry {
  readonly id: string;
  readonly gate?: Gate;
  readonly paths: readonly string[];
  readonly docs: readonly string[];
  readonly since: string;
  readonly until: string | null;
  readonly outcomes?: readonly { effect: Effect; since: string; until: string | null; doubtful?: boolean }[];
}

/** The data in the text of the catalogue, of which this repository has a copy. */
export function itemsIn(catalogue: string): Record<string, Item> {
  const entries = JSON.parse(catalogue) as readonly Entry[];
  return Object.fromEntries(entries.map((entry) => [entry.id, itemOf(entry)]));
}

function itemOf({ gate, outcomes, paths, docs, since, until }: Entry): Item {
  const bounds = outcomes?.map((row) => ({
    effect: row.effect,
    since: row.since,
    ...(row.until === null ? {} : { until: row.until }),
    ...(row.doubtful ? { doubtful: true } : {}),
  }));
  return {
    ...(outcomes === undefined || gate === undefined ? {} : { gate }),
    outcomes: bounds ?? [{ since, ...(until === null ? {} : { until }) }],
    paths,
    docs: docs[0] ?? '',
  };
}
