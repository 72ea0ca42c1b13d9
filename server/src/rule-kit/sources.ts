import type { Source } from '../lint/rule.ts';

const KUBERNETES = 'https://kubernetes.io/docs';

function page(title: string, path: string): Source {
  return { title: `Kubernetes documentation: ${title}`, url: `${KUBERNETES}/${path}` };
}

/** A file of a project's source code, with the function that decides. */
export function code(title: string): Source {
  return { title };
}

/** Pages that are sources of several rules. */
export const docs = {
  appArmor: page("Restrict a Container's Access to Resources with AppArmor", 'tutorials/security/apparmor/'),
  assignPodNode: page('Assigning Pods to Nodes', 'concepts/scheduling-eviction/assign-pod-node/'),
  dns: page('DNS for Services and Pods', 'concepts/services-networking/dns-pod-service/'),
  dualStack: page('IPv4/IPv6 dual-stack', 'concepts/services-networking/dual-stack/'),
  dynamicResources: page('Dynamic Resource Allocation', 'concepts/scheduling-eviction/dynamic-resource-allocation/'),
  gmsa: page('Configure GMSA for Windows Pods and Containers', 'tasks/configure-pod-container/configure-gmsa/'),
  hostProcess: page('Create a Windows HostProcess Pod', 'tasks/configure-pod-container/create-hostprocess-pod/'),
  labels: (anchor: string): Source =>
    page('Well-Known Labels, Annotations and Taints', `reference/labels-annotations-taints/${anchor}`),
  persistentVolumes: page('Persistent Volumes', 'concepts/storage/persistent-volumes/'),
  networkPolicies: page('Network Policies', 'concepts/services-networking/network-policies/'),
  podOs: page('Pods: Pod OS', 'concepts/workloads/pods/#pod-os'),
  podLifecycle: page('Pod Lifecycle', 'concepts/workloads/pods/pod-lifecycle/'),
  podSecurity: page('Pod Security Standards', 'concepts/security/pod-security-standards/'),
  projectedVolumes: page('Projected Volumes', 'concepts/storage/projected-volumes/'),
  resize: page(
    'Resize CPU and Memory Resources assigned to Containers',
    'tasks/configure-pod-container/resize-container-resources/',
  ),
  runAsUserName: page(
    'Configure RunAsUserName for Windows pods and containers',
    'tasks/configure-pod-container/configure-runasusername/',
  ),
  runtimeClass: page('Runtime Class', 'concepts/containers/runtime-class/'),
  service: page('Service', 'concepts/services-networking/service/'),
  sysctls: page('Using sysctls in a Kubernetes Cluster', 'tasks/administer-cluster/sysctl-cluster/'),
  volumes: page('Volumes', 'concepts/storage/volumes/'),
  volumesAt: (anchor: string): Source => page('Volumes', `concepts/storage/volumes/#${anchor}`),
  virtualIps: page('Virtual IPs and Service Proxies', 'reference/networking/virtual-ips/'),
  windowsGuide: page('Guide for Running Windows Containers in Kubernetes', 'concepts/windows/user-guide/'),
  windowsIntro: page('Windows containers in Kubernetes', 'concepts/windows/intro/'),
  windowsNetworking: page('Networking on Windows', 'concepts/services-networking/windows-networking/'),
  windowsNetworkingDns: page(
    'Networking on Windows: DNS limitations',
    'concepts/services-networking/windows-networking/#dns-limitations',
  ),
  windowsResources: page(
    'Resource Management for Windows nodes',
    'concepts/configuration/windows-resource-management/',
  ),
  windowsSecurity: page('Security For Windows Nodes', 'concepts/security/windows-security/'),
  windowsStorage: page('Windows Storage', 'concepts/storage/windows-storage/'),
  baseImages: {
    title: 'Microsoft: Windows container base images',
    url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/manage-containers/container-base-images',
  },
  containerRequirements: {
    title: 'Microsoft: Windows container requirements',
    url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/system-requirements',
  },
  fileNames: {
    title: 'Microsoft: Naming Files, Paths, and Namespaces',
    url: 'https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file',
  },
  gmsaApp: {
    title: 'Microsoft: Configure your app to use a Group Managed Service Account',
    url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/manage-containers/gmsa-configure-app',
  },
  gmsaTroubleshooting: {
    title: 'Microsoft: Troubleshoot gMSAs for Windows containers',
    url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/manage-containers/gmsa-troubleshooting',
  },
  imageCompatibility: {
    title: 'Microsoft: Windows container version compatibility',
    url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/version-compatibility',
  },
  imageLifecycle: {
    title: 'Microsoft: Base image servicing lifecycles',
    url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/base-image-lifecycle',
  },
} as const;

export const VALIDATION = code('kubernetes/kubernetes pkg/apis/core/validation/validation.go');

/** The list of fields that a pod with `os.name: windows` may not have. */
export const VALIDATE_WINDOWS = code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows');
