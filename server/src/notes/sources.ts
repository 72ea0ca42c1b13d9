/** The sources of notes only; the others are in `rule-kit/sources.ts`. */
export const pages = {
  aks: {
    title: 'Microsoft: Upgrade the OS version of AKS Windows workloads',
    url: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
  },
  containerRuntime: {
    title: 'Kubernetes documentation: Windows containers in Kubernetes: Container runtime',
    url: 'https://kubernetes.io/docs/concepts/windows/intro/#container-runtime',
  },
  eks: {
    title: 'AWS: Deploy Windows nodes on EKS clusters',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
  },
  gke: {
    title: 'Google Cloud: Create a GKE cluster with Windows Server node pools',
    url: 'https://cloud.google.com/kubernetes-engine/docs/how-to/creating-a-cluster-windows',
  },
  nodeShutdown: {
    title: 'Kubernetes documentation: Node Shutdowns',
    url: 'https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/',
  },
  openShift: {
    title: 'Red Hat: Windows Container Support for OpenShift',
    url: 'https://docs.redhat.com/en/documentation/openshift_container_platform/latest/html/windows_container_support_for_openshift/',
  },
  versionSkew: {
    title: 'Kubernetes: Version Skew Policy',
    url: 'https://kubernetes.io/releases/version-skew-policy/',
  },
  windowsVersions: {
    title: 'Kubernetes documentation: Windows containers in Kubernetes: Windows OS version compatibility',
    url: 'https://kubernetes.io/docs/concepts/windows/intro/#windows-os-version-support',
  },
} as const;
