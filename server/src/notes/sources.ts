/** The sources of notes only; the others are in `rule-kit/sources.ts`. */
export const pages = {
  aks: {
    title: 'Microsoft: Upgrade the OS version of AKS Windows workloads',
    url: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
  },
  aksRetirements: {
    title: 'AKS release notes of 2026-06-19: retirement of Windows Server 2022',
    url: 'https://github.com/Azure/AKS/releases/tag/2026-06-19',
  },
  aksContainerd: {
    title: 'AKS: containerd 1.7 support (Azure/AKS issue 3975)',
    url: 'https://github.com/Azure/AKS/issues/3975',
  },
  aksNodeImage: {
    title: 'AKS: node image of Windows Server 2025, September 2026',
    url: 'https://github.com/Azure/AKS/blob/master/vhd-notes/AKSWindows/2025/26100.33438.260909.txt',
  },
  containerdReleases: {
    title: 'containerd: releases and their support',
    url: 'https://github.com/containerd/containerd/blob/main/RELEASES.md',
  },
  containerdSupport: {
    title: 'containerd: current ends of support (containerd/containerd pull request 13739)',
    url: 'https://github.com/containerd/containerd/pull/13739',
  },
  containerRuntime: {
    title: 'Kubernetes documentation: Windows containers in Kubernetes: Container runtime',
    url: 'https://kubernetes.io/docs/concepts/windows/intro/#container-runtime',
  },
  eksImages: {
    title: 'Amazon EKS: Windows AMI versions',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-versions-windows.html',
  },
  pauseImage: {
    title: 'containerd: pause image 3.10.2 adds Windows Server 2025 (containerd/containerd pull request 13156)',
    url: 'https://github.com/containerd/containerd/pull/13156',
  },
  pauseImageOfMicrosoft: {
    title: 'image-builder: pause image for Windows Server 2025 (kubernetes-sigs/image-builder pull request 1985)',
    url: 'https://github.com/kubernetes-sigs/image-builder/pull/1985',
  },
  eks: {
    title: 'AWS: Deploy Windows nodes on EKS clusters',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/windows-support.html',
  },
  gke: {
    title: 'Google Cloud: Create a GKE cluster with Windows Server node pools',
    url: 'https://cloud.google.com/kubernetes-engine/docs/how-to/creating-a-cluster-windows',
  },
  endpointSlicePorts: {
    title: 'Kubernetes: ports of EndpointSlices on Windows (kubernetes/kubernetes pull request 132647)',
    url: 'https://github.com/kubernetes/kubernetes/pull/132647',
  },
  hostProcessEndpoint: {
    title: 'Kubernetes: Unable to connect to a HostProcess pod on a Windows node (kubernetes/kubernetes issue 126795)',
    url: 'https://github.com/kubernetes/kubernetes/issues/126795',
  },
  localTrafficPolicy: {
    title: 'Kubernetes: load balancers with local traffic policy from Windows (kubernetes/kubernetes issue 106636)',
    url: 'https://github.com/kubernetes/kubernetes/issues/106636',
  },
  nodeLogs: {
    title: 'Kubernetes documentation: System Logs: Log query',
    url: 'https://kubernetes.io/docs/concepts/cluster-administration/system-logs/#log-query',
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
