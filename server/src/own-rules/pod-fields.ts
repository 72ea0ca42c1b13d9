/**
 * The fields of a pod template and of all types in it, in the newest release of Kubernetes: `Type: field type, …`. Lists are in
 * brackets, maps in braces, and `dyn` is a quantity or a number that can also be a text. `npm run policy:record` writes this file.
 */
export const POD_FIELDS = `AWSElasticBlockStoreVolumeSource: volumeID string, fsType string, partition int, readOnly bool
Affinity: nodeAffinity NodeAffinity, podAffinity PodAffinity, podAntiAffinity PodAntiAffinity
AppArmorProfile: type string, localhostProfile string
AzureDiskVolumeSource: diskName string, diskURI string, cachingMode string, fsType string, readOnly bool, kind string
AzureFileVolumeSource: secretName string, shareName string, readOnly bool
CSIVolumeSource: driver string, readOnly bool, fsType string, volumeAttributes {string}, nodePublishSecretRef LocalObjectReference
Capabilities: add [string], drop [string]
CephFSVolumeSource: monitors [string], path string, user string, secretFile string, secretRef LocalObjectReference, readOnly bool
CinderVolumeSource: volumeID string, fsType string, readOnly bool, secretRef LocalObjectReference
ClusterTrustBundleProjection: name string, signerName string, labelSelector LabelSelector, optional bool, path string, user int
ConfigMapEnvSource: name string, optional bool
ConfigMapKeySelector: name string, key string, optional bool
ConfigMapProjection: name string, items [KeyToPath], optional bool
ConfigMapVolumeSource: name string, items [KeyToPath], defaultMode int, optional bool, defaultUser int
Container: name string, image string, command [string], args [string], workingDir string, ports [ContainerPort], envFrom [EnvFromSource], env [EnvVar], resources ResourceRequirements, resizePolicy [ContainerResizePolicy], restartPolicy string, restartPolicyRules [ContainerRestartRule], volumeMounts [VolumeMount], volumeDevices [VolumeDevice], livenessProbe Probe, readinessProbe Probe, startupProbe Probe, lifecycle Lifecycle, terminationMessagePath string, terminationMessagePolicy string, imagePullPolicy string, securityContext SecurityContext, stdin bool, stdinOnce bool, tty bool
ContainerPort: name string, hostPort int, containerPort int, protocol string, hostIP string
ContainerResizePolicy: resourceName string, restartPolicy string
ContainerRestartRule: action string, exitCodes ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes: operator string, values [int]
DownwardAPIProjection: items [DownwardAPIVolumeFile]
DownwardAPIVolumeFile: path string, fieldRef ObjectFieldSelector, resourceFieldRef ResourceFieldSelector, mode int, user int
DownwardAPIVolumeSource: items [DownwardAPIVolumeFile], defaultMode int, defaultUser int
EmptyDirVolumeSource: medium string, sizeLimit dyn, mode int
EnvFromSource: prefix string, configMapRef ConfigMapEnvSource, secretRef SecretEnvSource
EnvVar: name string, value string, valueFrom EnvVarSource
EnvVarSource: fieldRef ObjectFieldSelector, resourceFieldRef ResourceFieldSelector, configMapKeyRef ConfigMapKeySelector, secretKeyRef SecretKeySelector, fileKeyRef FileKeySelector
EphemeralContainer: name string, image string, command [string], args [string], workingDir string, ports [ContainerPort], envFrom [EnvFromSource], env [EnvVar], resources ResourceRequirements, resizePolicy [ContainerResizePolicy], restartPolicy string, restartPolicyRules [ContainerRestartRule], volumeMounts [VolumeMount], volumeDevices [VolumeDevice], livenessProbe Probe, readinessProbe Probe, startupProbe Probe, lifecycle Lifecycle, terminationMessagePath string, terminationMessagePolicy string, imagePullPolicy string, securityContext SecurityContext, stdin bool, stdinOnce bool, tty bool, targetContainerName string
EphemeralContainerCommon: name string, image string, command [string], args [string], workingDir string, ports [ContainerPort], envFrom [EnvFromSource], env [EnvVar], resources ResourceRequirements, resizePolicy [ContainerResizePolicy], restartPolicy string, restartPolicyRules [ContainerRestartRule], volumeMounts [VolumeMount], volumeDevices [VolumeDevice], livenessProbe Probe, readinessProbe Probe, startupProbe Probe, lifecycle Lifecycle, terminationMessagePath string, terminationMessagePolicy string, imagePullPolicy string, securityContext SecurityContext, stdin bool, stdinOnce bool, tty bool
EphemeralVolumeSource: volumeClaimTemplate PersistentVolumeClaimTemplate
EvictionResponder: name string, priority int
ExecAction: command [string]
FCVolumeSource: targetWWNs [string], lun int, fsType string, readOnly bool, wwids [string]
FileKeySelector: volumeName string, path string, key string, optional bool
FlexVolumeSource: driver string, fsType string, secretRef LocalObjectReference, readOnly bool, options {string}
FlockerVolumeSource: datasetName string, datasetUUID string
GCEPersistentDiskVolumeSource: pdName string, fsType string, partition int, readOnly bool
GRPCAction: port int, service string, mode string
GitRepoVolumeSource: repository string, revision string, directory string
GlusterfsVolumeSource: endpoints string, path string, readOnly bool
HTTPGetAction: path string, port dyn, host string, scheme string, httpHeaders [HTTPHeader], protocol string
HTTPHeader: name string, value string
HostAlias: ip string, hostnames [string]
HostPathVolumeSource: path string, type string
ISCSIVolumeSource: targetPortal string, iqn string, lun int, iscsiInterface string, fsType string, readOnly bool, portals [string], chapAuthDiscovery bool, chapAuthSession bool, secretRef LocalObjectReference, initiatorName string
ImageVolumeSource: reference string, pullPolicy string
KeyToPath: key string, path string, mode int, user int
LabelSelector: matchLabels {string}, matchExpressions [LabelSelectorRequirement]
LabelSelectorRequirement: key string, operator string, values [string]
Lifecycle: postStart LifecycleHandler, preStop LifecycleHandler, stopSignal string
LifecycleHandler: exec ExecAction, httpGet HTTPGetAction, tcpSocket TCPSocketAction, sleep SleepAction
LocalObjectReference: name string
ManagedFieldsEntry: manager string, operation string, apiVersion string, time string, fieldsType string, fieldsV1 dyn, subresource string
NFSVolumeSource: server string, path string, readOnly bool
NodeAffinity: requiredDuringSchedulingIgnoredDuringExecution NodeSelector, preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm]
NodeSelector: nodeSelectorTerms [NodeSelectorTerm]
NodeSelectorRequirement: key string, operator string, values [string]
NodeSelectorTerm: matchExpressions [NodeSelectorRequirement], matchFields [NodeSelectorRequirement]
ObjectFieldSelector: apiVersion string, fieldPath string
ObjectMeta: name string, generateName string, namespace string, selfLink string, uid string, resourceVersion string, generation int, creationTimestamp string, deletionTimestamp string, deletionGracePeriodSeconds int, labels {string}, annotations {string}, ownerReferences [OwnerReference], finalizers [string], managedFields [ManagedFieldsEntry]
OwnerReference: apiVersion string, kind string, name string, uid string, controller bool, blockOwnerDeletion bool
PersistentVolumeClaimSpec: accessModes [string], selector LabelSelector, resources VolumeResourceRequirements, volumeName string, storageClassName string, volumeMode string, dataSource TypedLocalObjectReference, dataSourceRef TypedObjectReference, volumeAttributesClassName string
PersistentVolumeClaimTemplate: metadata ObjectMeta, spec PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource: claimName string, readOnly bool
PhotonPersistentDiskVolumeSource: pdID string, fsType string
PodAffinity: requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm], preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm]
PodAffinityTerm: labelSelector LabelSelector, namespaces [string], topologyKey string, namespaceSelector LabelSelector, matchLabelKeys [string], mismatchLabelKeys [string]
PodAntiAffinity: requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm], preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm]
PodCertificateProjection: signerName string, keyType string, maxExpirationSeconds int, credentialBundlePath string, keyPath string, certificateChainPath string, userAnnotations {string}, user int
PodDNSConfig: nameservers [string], searches [string], options [PodDNSConfigOption]
PodDNSConfigOption: name string, value string
PodOS: name string
PodReadinessGate: conditionType string
PodResourceClaim: name string, resourceClaimName string, resourceClaimTemplateName string
PodSchedulingGate: name string
PodSchedulingGroup: podGroupName string
PodSecurityContext: seLinuxOptions SELinuxOptions, windowsOptions WindowsSecurityContextOptions, runAsUser int, runAsGroup int, runAsNonRoot bool, supplementalGroups [int], supplementalGroupsPolicy string, fsGroup int, sysctls [Sysctl], fsGroupChangePolicy string, seccompProfile SeccompProfile, appArmorProfile AppArmorProfile, seLinuxChangePolicy string
PodSpec: volumes [Volume], initContainers [Container], containers [Container], ephemeralContainers [EphemeralContainer], restartPolicy string, terminationGracePeriodSeconds int, activeDeadlineSeconds int, dnsPolicy string, nodeSelector {string}, serviceAccountName string, serviceAccount string, automountServiceAccountToken bool, nodeName string, hostNetwork bool, hostPID bool, hostIPC bool, shareProcessNamespace bool, securityContext PodSecurityContext, imagePullSecrets [LocalObjectReference], hostname string, subdomain string, affinity Affinity, schedulerName string, tolerations [Toleration], hostAliases [HostAlias], priorityClassName string, priority int, dnsConfig PodDNSConfig, readinessGates [PodReadinessGate], runtimeClassName string, enableServiceLinks bool, preemptionPolicy string, overhead {dyn}, topologySpreadConstraints [TopologySpreadConstraint], setHostnameAsFQDN bool, os PodOS, hostUsers bool, schedulingGates [PodSchedulingGate], resourceClaims [PodResourceClaim], resources ResourceRequirements, hostnameOverride string, schedulingGroup PodSchedulingGroup, evictionResponders [EvictionResponder]
PodTemplateSpec: metadata ObjectMeta, spec PodSpec
PortworxVolumeSource: volumeID string, fsType string, readOnly bool
PreferredSchedulingTerm: weight int, preference NodeSelectorTerm
Probe: exec ExecAction, httpGet HTTPGetAction, tcpSocket TCPSocketAction, grpc GRPCAction, initialDelaySeconds int, timeoutSeconds int, periodSeconds int, successThreshold int, failureThreshold int, terminationGracePeriodSeconds int
ProbeHandler: exec ExecAction, httpGet HTTPGetAction, tcpSocket TCPSocketAction, grpc GRPCAction
ProjectedVolumeSource: sources [VolumeProjection], defaultMode int, defaultUser int
QuobyteVolumeSource: registry string, volume string, readOnly bool, user string, group string, tenant string
RBDVolumeSource: monitors [string], image string, fsType string, pool string, user string, keyring string, secretRef LocalObjectReference, readOnly bool
ResourceClaim: name string, request string
ResourceFieldSelector: containerName string, resource string, divisor dyn
ResourceRequirements: limits {dyn}, requests {dyn}, claims [ResourceClaim]
SELinuxOptions: user string, role string, type string, level string
ScaleIOVolumeSource: gateway string, system string, secretRef LocalObjectReference, sslEnabled bool, protectionDomain string, storagePool string, storageMode string, volumeName string, fsType string, readOnly bool
SeccompProfile: type string, localhostProfile string
SecretEnvSource: name string, optional bool
SecretKeySelector: name string, key string, optional bool
SecretProjection: name string, items [KeyToPath], optional bool
SecretVolumeSource: secretName string, items [KeyToPath], defaultMode int, optional bool, defaultUser int
SecurityContext: capabilities Capabilities, privileged bool, seLinuxOptions SELinuxOptions, windowsOptions WindowsSecurityContextOptions, runAsUser int, runAsGroup int, runAsNonRoot bool, readOnlyRootFilesystem bool, allowPrivilegeEscalation bool, procMount string, seccompProfile SeccompProfile, appArmorProfile AppArmorProfile
ServiceAccountTokenProjection: audience string, expirationSeconds int, path string, user int
SleepAction: seconds int
StorageOSVolumeSource: volumeName string, volumeNamespace string, fsType string, readOnly bool, secretRef LocalObjectReference
Sysctl: name string, value string
TCPSocketAction: port dyn, host string
Toleration: key string, operator string, value string, effect string, tolerationSeconds int
TopologySpreadConstraint: maxSkew int, topologyKey string, whenUnsatisfiable string, labelSelector LabelSelector, minDomains int, nodeAffinityPolicy string, nodeTaintsPolicy string, matchLabelKeys [string]
TypedLocalObjectReference: apiGroup string, kind string, name string
TypedObjectReference: apiGroup string, kind string, name string, namespace string
Volume: name string, hostPath HostPathVolumeSource, emptyDir EmptyDirVolumeSource, gcePersistentDisk GCEPersistentDiskVolumeSource, awsElasticBlockStore AWSElasticBlockStoreVolumeSource, gitRepo GitRepoVolumeSource, secret SecretVolumeSource, nfs NFSVolumeSource, iscsi ISCSIVolumeSource, glusterfs GlusterfsVolumeSource, persistentVolumeClaim PersistentVolumeClaimVolumeSource, rbd RBDVolumeSource, flexVolume FlexVolumeSource, cinder CinderVolumeSource, cephfs CephFSVolumeSource, flocker FlockerVolumeSource, downwardAPI DownwardAPIVolumeSource, fc FCVolumeSource, azureFile AzureFileVolumeSource, configMap ConfigMapVolumeSource, vsphereVolume VsphereVirtualDiskVolumeSource, quobyte QuobyteVolumeSource, azureDisk AzureDiskVolumeSource, photonPersistentDisk PhotonPersistentDiskVolumeSource, projected ProjectedVolumeSource, portworxVolume PortworxVolumeSource, scaleIO ScaleIOVolumeSource, storageos StorageOSVolumeSource, csi CSIVolumeSource, ephemeral EphemeralVolumeSource, image ImageVolumeSource
VolumeDevice: name string, devicePath string
VolumeMount: name string, readOnly bool, recursiveReadOnly string, mountPath string, subPath string, mountPropagation string, subPathExpr string, bindMountOptions [string]
VolumeProjection: secret SecretProjection, downwardAPI DownwardAPIProjection, configMap ConfigMapProjection, serviceAccountToken ServiceAccountTokenProjection, clusterTrustBundle ClusterTrustBundleProjection, podCertificate PodCertificateProjection
VolumeResourceRequirements: limits {dyn}, requests {dyn}
VolumeSource: hostPath HostPathVolumeSource, emptyDir EmptyDirVolumeSource, gcePersistentDisk GCEPersistentDiskVolumeSource, awsElasticBlockStore AWSElasticBlockStoreVolumeSource, gitRepo GitRepoVolumeSource, secret SecretVolumeSource, nfs NFSVolumeSource, iscsi ISCSIVolumeSource, glusterfs GlusterfsVolumeSource, persistentVolumeClaim PersistentVolumeClaimVolumeSource, rbd RBDVolumeSource, flexVolume FlexVolumeSource, cinder CinderVolumeSource, cephfs CephFSVolumeSource, flocker FlockerVolumeSource, downwardAPI DownwardAPIVolumeSource, fc FCVolumeSource, azureFile AzureFileVolumeSource, configMap ConfigMapVolumeSource, vsphereVolume VsphereVirtualDiskVolumeSource, quobyte QuobyteVolumeSource, azureDisk AzureDiskVolumeSource, photonPersistentDisk PhotonPersistentDiskVolumeSource, projected ProjectedVolumeSource, portworxVolume PortworxVolumeSource, scaleIO ScaleIOVolumeSource, storageos StorageOSVolumeSource, csi CSIVolumeSource, ephemeral EphemeralVolumeSource, image ImageVolumeSource
VsphereVirtualDiskVolumeSource: volumePath string, fsType string, storagePolicyName string, storagePolicyID string
WeightedPodAffinityTerm: weight int, podAffinityTerm PodAffinityTerm
WindowsSecurityContextOptions: gmsaCredentialSpecName string, gmsaCredentialSpec string, runAsUserName string, hostProcess bool`;
