import type { Taint } from '../kubernetes/toleration.ts';
import { type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import { SERVER_2019, SERVER_2022, SERVER_2025 } from './builds.ts';
import type { ContainerRuntime } from './container-runtimes.ts';

export type ProviderId = 'upstream' | 'aks' | 'aks-local' | 'eks' | 'gke' | 'openshift' | 'gce';

export interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  /** The taint of its Windows nodes, set by default or by convention. */
  readonly taint: Taint | undefined;
  readonly tainted: 'by default' | 'by custom' | 'never';
  readonly source: string;
}

/** https://kubernetes.io/docs/concepts/windows/user-guide/ and the documentation of each provider. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'upstream',
    name: 'Kubernetes',
    taint: taint('os', 'windows'),
    tainted: 'by custom',
    source: 'https://kubernetes.io/docs/concepts/windows/user-guide/',
  },
  {
    id: 'aks',
    name: 'Azure Kubernetes Service',
    taint: undefined,
    tainted: 'never',
    source: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
  },
  {
    id: 'aks-local',
    name: 'AKS on Azure Local',
    taint: taint('node.kubernetes.io/os', 'Windows'),
    tainted: 'by custom',
    source: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
  },
  {
    id: 'eks',
    name: 'Amazon EKS',
    taint: taint('os', 'windows'),
    tainted: 'by custom',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
  },
  {
    id: 'gke',
    name: 'Google Kubernetes Engine',
    taint: taint('node.kubernetes.io/os', 'windows'),
    tainted: 'by default',
    source: 'https://cloud.google.com/kubernetes-engine/docs/how-to/creating-a-cluster-windows',
  },
  {
    id: 'openshift',
    name: 'OpenShift',
    taint: taint('os', 'Windows'),
    tainted: 'by default',
    source:
      'https://docs.redhat.com/en/documentation/openshift_container_platform/latest/html/windows_container_support_for_openshift/',
  },
  {
    id: 'gce',
    name: 'GCE kube-up',
    taint: taint('node.kubernetes.io/os', 'win1809'),
    tainted: 'by default',
    source: 'https://kubernetes.io/docs/concepts/windows/user-guide/',
  },
];

/** The providers that the setting `provider` can name. */
export const CLUSTER_PROVIDERS = ['aks', 'eks', 'gke', 'openshift'] as const satisfies readonly ProviderId[];
export type ClusterProvider = (typeof CLUSTER_PROVIDERS)[number];

/** The provider of a cluster by its settings: `taint` may name it, too. */
export function providerOf(settings: {
  readonly provider: 'unknown' | ClusterProvider;
  readonly taint: string;
}): 'unknown' | ClusterProvider {
  const { provider, taint } = settings;
  return provider === 'unknown' ? (CLUSTER_PROVIDERS.find((id) => id === taint) ?? 'unknown') : provider;
}

/** What follows from a provider for the Windows nodes of a cluster, where no setting says otherwise. */
export interface ImpliedByProvider {
  /** A value of the setting `taint`. */
  readonly taint: ProviderId | 'none';
  /** The runtime of nodes with this build; undefined if it is not known, or if all runtimes of the release are possible. */
  runtimeOf(build: number): ContainerRuntime | undefined;
  /** The build of nodes in pools that do not select one; undefined if users have to select it. */
  readonly defaultBuild: number | undefined;
}

/**
 * What a provider implies with a Kubernetes release: the only place that knows it, for the setting `provider` and for Nodes
 * that show their provider.
 * https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os
 * https://github.com/Azure/AKS/issues/3975 (containerd 1.7 from 1.28 on), and the node images in `vhd-notes/AKSWindows` there
 * https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-versions-windows.html
 */
export function impliedBy(provider: ClusterProvider, version: KubernetesVersion): ImpliedByProvider {
  const minor = minorOf(version);
  const { tainted = 'by custom' } = PROVIDERS.find(({ id }) => id === provider) ?? {};
  return {
    taint: tainted === 'by custom' ? 'none' : provider,
    runtimeOf: (build) => {
      if (provider === 'aks' && build === SERVER_2025) return 'containerd-2';
      if (provider === 'aks') return minor >= 28 ? 'containerd-1.7' : 'containerd-1.6';
      return provider === 'eks' && minor >= 35 ? 'containerd-2' : undefined;
    },
    defaultBuild: provider === 'aks' ? (minor >= 37 ? SERVER_2025 : SERVER_2022) : undefined,
  };
}

const OS_SKU = 'kubernetes.azure.com/os-sku';

/**
 * The values of the label for the operating system of AKS nodes that are for Windows, with the day on which AKS removes their
 * node images. Node pools cannot scale from then on.
 * https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os
 * https://github.com/Azure/AKS/issues/4091, https://github.com/Azure/AKS/issues/5608
 * https://github.com/Azure/AKS/releases/tag/2026-06-19
 */
export const OS_SKUS: ReadonlyMap<string, string | undefined> = new Map([
  ['Windows2019', '2027-04-01'],
  ['Windows2022', '2029-06-30'],
  ['Windows2025', undefined],
  ['WindowsAnnual', '2027-05-15'],
]);

/** The day on which AKS has removed the node images of a value, if that has happened on a date. */
export function removalOf(sku: string, date: string): string | undefined {
  const removed = OS_SKUS.get(sku);
  return removed !== undefined && date >= removed ? removed : undefined;
}

/**
 * Whether the cluster is one of AKS without nodes of Windows Server 2019, which node pools of Kubernetes 1.33 and later do not
 * have. https://github.com/Azure/AKS/releases/tag/2026-05-29
 */
export function lacksServer2019(settings: Parameters<typeof providerOf>[0] & { kubernetesVersion: KubernetesVersion }) {
  return providerOf(settings) === 'aks' && minorOf(settings.kubernetesVersion) >= 33;
}

const GKE_OS_DISTRIBUTION = 'cloud.google.com/gke-os-distribution';
const GKE_WINDOWS_OS_VERSION = 'cloud.google.com/gke-windows-os-version';

/** A label of a cloud provider for the operating system of a node. */
export interface CloudOsLabel {
  readonly key: string;
  /** Whether Windows nodes can have the value. */
  isWindows(value: string): boolean;
  /** Whether Linux nodes can have the value; undefined if they do not have the label. */
  readonly isLinux: ((value: string) => boolean) | undefined;
  /** The known values, each with its build if it identifies one. */
  readonly values: ReadonlyMap<string, number | undefined>;
}

/**
 * https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os
 * https://learn.microsoft.com/en-us/azure/aks/use-azure-linux
 * https://cloud.google.com/kubernetes-engine/docs/how-to/creating-a-cluster-windows
 */
export const CLOUD_OS_LABELS: readonly CloudOsLabel[] = [
  {
    key: OS_SKU,
    isWindows: (value) => value.startsWith('Windows'),
    isLinux: (value) => /^(?:AzureLinux|Ubuntu|(?:CBL)?Mariner)/.test(value),
    // The annual channel does not identify a build: it moves from release to release.
    values: new Map([
      ['Windows2019', SERVER_2019],
      ['Windows2022', SERVER_2022],
      ['Windows2025', SERVER_2025],
      ['WindowsAnnual', undefined],
    ]),
  },
  {
    key: GKE_OS_DISTRIBUTION,
    isWindows: (value) => value.startsWith('windows_'),
    isLinux: (value) => /^(?:cos|ubuntu)(?:_|$)/.test(value),
    values: new Map([
      ['windows_ltsc', undefined],
      ['windows_sac', undefined],
    ]),
  },
  {
    key: GKE_WINDOWS_OS_VERSION,
    isWindows: () => true,
    isLinux: undefined,
    values: new Map([
      ['2019', SERVER_2019],
      ['2022', SERVER_2022],
    ]),
  },
];

/** Labels with the name of a node pool. Users choose these names, so they are weak evidence. */
export const POOL_LABELS: readonly string[] = [
  'agentpool',
  'kubernetes.azure.com/agentpool',
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'cloud.google.com/gke-nodepool',
];

/** The cloud label with a key; undefined for other labels. */
export function cloudOsLabel(key: string): CloudOsLabel | undefined {
  return CLOUD_OS_LABELS.find((label) => label.key === key);
}

function taint(key: string, value: string): Taint {
  return { key, value, effect: 'NoSchedule' };
}
