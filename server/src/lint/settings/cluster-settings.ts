/** The settings that describe the cluster. */
export const CLUSTER_SETTINGS = ['provider', 'kubernetesVersion', 'containerRuntime', 'taint', 'mixedCluster'] as const;

export type ClusterKey = (typeof CLUSTER_SETTINGS)[number];
