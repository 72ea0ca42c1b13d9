import type { Rule } from '../lint/rule.ts';
import annotationsApparmor from './annotations/apparmor.ts';
import annotationsHypervIsolation from './annotations/hyperv-isolation.ts';
import annotationsSeccomp from './annotations/seccomp.ts';
import commandCmdForwardSlash from './command/cmd-forward-slash.ts';
import commandDollarParenSubstitution from './command/dollar-paren-substitution.ts';
import commandIcmpOutsideCluster from './command/icmp-outside-cluster.ts';
import commandKillSignals from './command/kill-signals.ts';
import commandLinuxShell from './command/linux-shell.ts';
import commandLinuxUtility from './command/linux-utility.ts';
import commandNotAProgram from './command/not-a-program.ts';
import commandPowershellNotInImage from './command/powershell-not-in-image.ts';
import commandProbeTimeout from './command/probe-timeout.ts';
import commandTimeoutWithoutConsole from './command/timeout-without-console.ts';
import commandVariableSyntax from './command/variable-syntax.ts';
import commandWorkingDirectory from './command/working-directory.ts';
import containerBaseImageWithoutCommand from './container/base-image-without-command.ts';
import containerHostPort from './container/host-port.ts';
import containerResizePolicy from './container/resize-policy.ts';
import containerStopSignalNeedsOs from './container/stop-signal-needs-os.ts';
import containerStopSignalUnsupported from './container/stop-signal-unsupported.ts';
import containerTerminationMessagePath from './container/termination-message-path.ts';
import containerVolumeDevices from './container/volume-devices.ts';
import dnsClusterFirstWithHostNet from './dns/cluster-first-with-host-net.ts';
import dnsEtcFiles from './dns/etc-files.ts';
import dnsMultipleSearches from './dns/multiple-searches.ts';
import dnsOptions from './dns/options.ts';
import dnsPartiallyQualifiedName from './dns/partially-qualified-name.ts';
import envCaseInsensitiveDuplicate from './env/case-insensitive-duplicate.ts';
import envPathOverride from './env/path-override.ts';
import gmsaAlphaAnnotations from './gmsa/alpha-annotations.ts';
import gmsaCredentialSpecEmpty from './gmsa/credential-spec-empty.ts';
import gmsaCredentialSpecNameFormat from './gmsa/credential-spec-name-format.ts';
import gmsaCredentialSpecNotJson from './gmsa/credential-spec-not-json.ts';
import gmsaCredentialSpecObjectMissing from './gmsa/credential-spec-object-missing.ts';
import gmsaCredentialSpecTooLarge from './gmsa/credential-spec-too-large.ts';
import gmsaCredentialSpecWithoutName from './gmsa/credential-spec-without-name.ts';
import gmsaDeprecatedApiVersion from './gmsa/deprecated-api-version.ts';
import gmsaHostnameNotUnique from './gmsa/hostname-not-unique.ts';
import gmsaNameOnInitContainer from './gmsa/name-on-init-container.ts';
import gmsaServiceAccountNotAuthorized from './gmsa/service-account-not-authorized.ts';
import gmsaSeveralPods from './gmsa/several-pods.ts';
import gmsaUserCannotUseIdentity from './gmsa/user-cannot-use-identity.ts';
import hostProcessBaseImageAlone from './host-process/base-image-alone.ts';
import hostProcessContainerRuntime from './host-process/container-runtime.ts';
import hostProcessFieldTooNew from './host-process/field-too-new.ts';
import hostProcessGmsa from './host-process/gmsa.ts';
import hostProcessHostNetworkRequired from './host-process/host-network-required.ts';
import hostProcessHostPathUnnecessary from './host-process/host-path-unnecessary.ts';
import hostProcessLeastPrivilegedAccount from './host-process/least-privileged-account.ts';
import hostProcessMixedContainers from './host-process/mixed-containers.ts';
import hostProcessMountPathBase from './host-process/mount-path-base.ts';
import hostProcessNamedPipeMount from './host-process/named-pipe-mount.ts';
import hostProcessPodContainerMismatch from './host-process/pod-container-mismatch.ts';
import hostProcessPodSecurity from './host-process/pod-security.ts';
import hostProcessProgramNotOnNode from './host-process/program-not-on-node.ts';
import hostProcessTokenPath from './host-process/token-path.ts';
import hostProcessUserAccount from './host-process/user-account.ts';
import hostProcessUserAccountMissing from './host-process/user-account-missing.ts';
import hostProcessWorkingDirectory from './host-process/working-directory.ts';
import imageBaseImageEndOfSupport from './image/base-image-end-of-support.ts';
import imageBuildMismatchInPod from './image/build-mismatch-in-pod.ts';
import imageBuildMismatchWithNode from './image/build-mismatch-with-node.ts';
import imageLatestTag from './image/latest-tag.ts';
import imageLegacyDockerHubRepository from './image/legacy-docker-hub-repository.ts';
import imageLinuxImageOnWindows from './image/linux-image-on-windows.ts';
import imageLinuxOnlyMultiPlatformTag from './image/linux-only-multi-platform-tag.ts';
import imageMissingOsVersion from './image/missing-os-version.ts';
import imageNoVariantForArchitecture from './image/no-variant-for-architecture.ts';
import imageOldKubernetesRegistry from './image/old-kubernetes-registry.ts';
import imageUnavailableBaseImage from './image/unavailable-base-image.ts';
import networkPolicyCniDependent from './network-policy/cni-dependent.ts';
import networkPolicyEksSecurityGroupPolicy from './network-policy/eks-security-group-policy.ts';
import networkPolicyEndPortSctp from './network-policy/end-port-sctp.ts';
import nodeContainerdEndOfSupport from './node/containerd-end-of-support.ts';
import nodeNetworkCalico from './node-network/calico.ts';
import nodeNetworkFlannelVxlan from './node-network/flannel-vxlan.ts';
import osConflictsWithImage from './os/conflicts-with-image.ts';
import osConflictsWithNodeConstraint from './os/conflicts-with-node-constraint.ts';
import osFieldTooNew from './os/field-too-new.ts';
import osMixedOsContainers from './os/mixed-os-containers.ts';
import osNameInvalid from './os/name-invalid.ts';
import osNameRecommended from './os/name-recommended.ts';
import osNameRequired from './os/name-required.ts';
import osNotAnObject from './os/not-an-object.ts';
import osPodLabelMismatch from './os/pod-label-mismatch.ts';
import osWindowsOptionsOnLinuxNode from './os/windows-options-on-linux-node.ts';
import osWindowsOptionsOnLinuxPod from './os/windows-options-on-linux-pod.ts';
import persistentVolumeLocalPath from './persistent-volume/local-path.ts';
import persistentVolumeMountOptions from './persistent-volume/mount-options.ts';
import persistentVolumeNodeAffinityOs from './persistent-volume/node-affinity-os.ts';
import persistentVolumeVolumeModeBlock from './persistent-volume/volume-mode-block.ts';
import persistentVolumeClaimVolumeModeBlock from './persistent-volume-claim/volume-mode-block.ts';
import persistentVolumeClaimVsphereFileVolume from './persistent-volume-claim/vsphere-file-volume.ts';
import podFailurePolicyExitCode from './pod/failure-policy-exit-code.ts';
import podHostAliases from './pod/host-aliases.ts';
import podHostIpc from './pod/host-ipc.ts';
import podHostNetwork from './pod/host-network.ts';
import podHostNetworkPortMismatch from './pod/host-network-port-mismatch.ts';
import podHostPid from './pod/host-pid.ts';
import podHostUsers from './pod/host-users.ts';
import podInjectedSidecar from './pod/injected-sidecar.ts';
import podResources from './pod/resources.ts';
import podServiceAccountNotFound from './pod/service-account-not-found.ts';
import podShareProcessNamespace from './pod/share-process-namespace.ts';
import podTerminationGracePeriodSeconds from './pod/termination-grace-period-seconds.ts';
import podSecurityPodSecurityPolicy from './pod-security/pod-security-policy.ts';
import podSecurityRestrictedNeedsOs from './pod-security/restricted-needs-os.ts';
import podSecurityRestrictedOldPolicy from './pod-security/restricted-old-policy.ts';
import podSecurityRestrictedRunAsNonRoot from './pod-security/restricted-run-as-non-root.ts';
import resourcesClaimsUnsupported from './resources/claims-unsupported.ts';
import resourcesHugePages from './resources/huge-pages.ts';
import resourcesMemoryInMillibytes from './resources/memory-in-millibytes.ts';
import resourcesMemoryLimitTooSmall from './resources/memory-limit-too-small.ts';
import resourcesMemoryRequestNotLimit from './resources/memory-request-not-limit.ts';
import resourcesMissingRequestsOrLimits from './resources/missing-requests-or-limits.ts';
import resourcesNvidiaGpu from './resources/nvidia-gpu.ts';
import runAsNonRootBefore120 from './run-as-non-root/before-1-20.ts';
import runAsNonRootContainerAdministrator from './run-as-non-root/container-administrator.ts';
import runAsNonRootHostProcess from './run-as-non-root/host-process.ts';
import runAsNonRootUserNotSet from './run-as-non-root/user-not-set.ts';
import runAsUserNameControlCharacters from './run-as-user-name/control-characters.ts';
import runAsUserNameDomainFormat from './run-as-user-name/domain-format.ts';
import runAsUserNameDomainTooLong from './run-as-user-name/domain-too-long.ts';
import runAsUserNameEmpty from './run-as-user-name/empty.ts';
import runAsUserNameFieldTooNew from './run-as-user-name/field-too-new.ts';
import runAsUserNameIis from './run-as-user-name/iis.ts';
import runAsUserNameLongerThan20 from './run-as-user-name/longer-than-20.ts';
import runAsUserNameTooManyBackslashes from './run-as-user-name/too-many-backslashes.ts';
import runAsUserNameUnknownAccount from './run-as-user-name/unknown-account.ts';
import runAsUserNameUserInvalidCharacters from './run-as-user-name/user-invalid-characters.ts';
import runAsUserNameUserMissing from './run-as-user-name/user-missing.ts';
import runAsUserNameUserOnlyDotsOrSpaces from './run-as-user-name/user-only-dots-or-spaces.ts';
import runAsUserNameUserTooLong from './run-as-user-name/user-too-long.ts';
import runtimeClassApiVersion from './runtime-class/api-version.ts';
import runtimeClassDockerHandler from './runtime-class/docker-handler.ts';
import runtimeClassHyperV from './runtime-class/hyper-v.ts';
import runtimeClassNodeSelectorConflict from './runtime-class/node-selector-conflict.ts';
import runtimeClassNotFound from './runtime-class/not-found.ts';
import runtimeClassSchedulingMissing from './runtime-class/scheduling-missing.ts';
import schedulingArchitecture from './scheduling/architecture.ts';
import schedulingBetaOsLabel from './scheduling/beta-os-label.ts';
import schedulingCloudLabelValue from './scheduling/cloud-label-value.ts';
import schedulingDaemonSetWithoutOs from './scheduling/daemon-set-without-os.ts';
import schedulingEksBuildUnavailable from './scheduling/eks-build-unavailable.ts';
import schedulingEksComputeType from './scheduling/eks-compute-type.ts';
import schedulingEksNodeSelector from './scheduling/eks-node-selector.ts';
import schedulingLinuxOnlyNodes from './scheduling/linux-only-nodes.ts';
import schedulingLinuxPodMissingOsConstraint from './scheduling/linux-pod-missing-os-constraint.ts';
import schedulingMissingOsConstraint from './scheduling/missing-os-constraint.ts';
import schedulingMissingToleration from './scheduling/missing-toleration.ts';
import schedulingNoFittingNode from './scheduling/no-fitting-node.ts';
import schedulingNoMatchingNode from './scheduling/no-matching-node.ts';
import schedulingNodeAffinityOrTerms from './scheduling/node-affinity-or-terms.ts';
import schedulingNodeAffinityPreferredOnly from './scheduling/node-affinity-preferred-only.ts';
import schedulingNodeOsValue from './scheduling/node-os-value.ts';
import schedulingOsSkuUnavailable from './scheduling/os-sku-unavailable.ts';
import schedulingOutsidePodTemplate from './scheduling/outside-pod-template.ts';
import schedulingTaintValueCase from './scheduling/taint-value-case.ts';
import schedulingTolerationWithoutSelector from './scheduling/toleration-without-selector.ts';
import schedulingWindowsBuildEndOfSupport from './scheduling/windows-build-end-of-support.ts';
import schedulingWindowsBuildRecommended from './scheduling/windows-build-recommended.ts';
import schedulingWindowsBuildTooNew from './scheduling/windows-build-too-new.ts';
import schedulingWindowsBuildValue from './scheduling/windows-build-value.ts';
import schedulingWindowsBuildWithLinux from './scheduling/windows-build-with-linux.ts';
import securityContextAllowPrivilegeEscalation from './security-context/allow-privilege-escalation.ts';
import securityContextAppArmorProfile from './security-context/app-armor-profile.ts';
import securityContextCapabilities from './security-context/capabilities.ts';
import securityContextFsGroup from './security-context/fs-group.ts';
import securityContextFsGroupChangePolicy from './security-context/fs-group-change-policy.ts';
import securityContextMisplacedWindowsField from './security-context/misplaced-windows-field.ts';
import securityContextPrivileged from './security-context/privileged.ts';
import securityContextProcMount from './security-context/proc-mount.ts';
import securityContextReadOnlyRootFilesystem from './security-context/read-only-root-filesystem.ts';
import securityContextRunAsGroup from './security-context/run-as-group.ts';
import securityContextRunAsUser from './security-context/run-as-user.ts';
import securityContextSeLinuxChangePolicy from './security-context/se-linux-change-policy.ts';
import securityContextSeLinuxOptions from './security-context/se-linux-options.ts';
import securityContextSeccompProfile from './security-context/seccomp-profile.ts';
import securityContextSupplementalGroups from './security-context/supplemental-groups.ts';
import securityContextSupplementalGroupsPolicy from './security-context/supplemental-groups-policy.ts';
import securityContextSysctls from './security-context/sysctls.ts';
import serviceDualStack from './service/dual-stack.ts';
import serviceExternalTrafficPolicyLocal from './service/external-traffic-policy-local.ts';
import serviceInternalTrafficPolicy from './service/internal-traffic-policy.ts';
import serviceIpv6SingleStack from './service/ipv6-single-stack.ts';
import serviceLoadBalancerSourceRanges from './service/load-balancer-source-ranges.ts';
import serviceNamedTargetPort from './service/named-target-port.ts';
import servicePreserveDestination from './service/preserve-destination.ts';
import serviceSctp from './service/sctp.ts';
import serviceSessionAffinityOs from './service/session-affinity-os.ts';
import serviceSessionAffinityTimeout from './service/session-affinity-timeout.ts';
import serviceTooManyBackends from './service/too-many-backends.ts';
import serviceTrafficDistribution from './service/traffic-distribution.ts';
import serviceWinProxyOptimization from './service/win-proxy-optimization.ts';
import storageClassAllowVolumeExpansion from './storage-class/allow-volume-expansion.ts';
import storageClassAzureFileNfs from './storage-class/azure-file-nfs.ts';
import storageClassEbsFormatOptions from './storage-class/ebs-format-options.ts';
import storageClassFsType from './storage-class/fs-type.ts';
import storageClassInTreeProvisioner from './storage-class/in-tree-provisioner.ts';
import storageClassProvisioner from './storage-class/provisioner.ts';
import volumeMountsBindMountOptions from './volume-mounts/bind-mount-options.ts';
import volumeMountsDevShm from './volume-mounts/dev-shm.ts';
import volumeMountsDriveRootOldContainerd from './volume-mounts/drive-root-old-containerd.ts';
import volumeMountsDuplicatePathIgnoringCase from './volume-mounts/duplicate-path-ignoring-case.ts';
import volumeMountsLinuxSystemPath from './volume-mounts/linux-system-path.ts';
import volumeMountsMountPropagation from './volume-mounts/mount-propagation.ts';
import volumeMountsMultipleSubPaths from './volume-mounts/multiple-sub-paths.ts';
import volumeMountsOtherDriveSubfolder from './volume-mounts/other-drive-subfolder.ts';
import volumeMountsRecursiveReadOnly from './volume-mounts/recursive-read-only.ts';
import volumeMountsSingleFileDocker from './volume-mounts/single-file-docker.ts';
import volumeMountsSubPath from './volume-mounts/sub-path.ts';
import volumeMountsSubPathAbsolute from './volume-mounts/sub-path-absolute.ts';
import volumeMountsSubPathBackslashBacksteps from './volume-mounts/sub-path-backslash-backsteps.ts';
import volumeMountsSystemRoot from './volume-mounts/system-root.ts';
import volumesAwsElasticBlockStore from './volumes/aws-elastic-block-store.ts';
import volumesAzureDisk from './volumes/azure-disk.ts';
import volumesAzureFile from './volumes/azure-file.ts';
import volumesCephfs from './volumes/cephfs.ts';
import volumesCinder from './volumes/cinder.ts';
import volumesConfigKeyCaseCollision from './volumes/config-key-case-collision.ts';
import volumesConfigKeyReservedName from './volumes/config-key-reserved-name.ts';
import volumesCsiLinuxOnlyDriver from './volumes/csi-linux-only-driver.ts';
import volumesDefaultMode from './volumes/default-mode.ts';
import volumesEmptyDirHugePages from './volumes/empty-dir-huge-pages.ts';
import volumesEmptyDirMemory from './volumes/empty-dir-memory.ts';
import volumesEmptyDirMode from './volumes/empty-dir-mode.ts';
import volumesEphemeralBlock from './volumes/ephemeral-block.ts';
import volumesFc from './volumes/fc.ts';
import volumesFlexVolume from './volumes/flex-volume.ts';
import volumesFlocker from './volumes/flocker.ts';
import volumesFsType from './volumes/fs-type.ts';
import volumesGcePersistentDisk from './volumes/gce-persistent-disk.ts';
import volumesGitRepo from './volumes/git-repo.ts';
import volumesGlusterfs from './volumes/glusterfs.ts';
import volumesHostPathDeviceType from './volumes/host-path-device-type.ts';
import volumesHostPathDockerPipe from './volumes/host-path-docker-pipe.ts';
import volumesHostPathLinuxPath from './volumes/host-path-linux-path.ts';
import volumesHostPathNamedPipeType from './volumes/host-path-named-pipe-type.ts';
import volumesHostPathUnixSocket from './volumes/host-path-unix-socket.ts';
import volumesImage from './volumes/image.ts';
import volumesIscsi from './volumes/iscsi.ts';
import volumesItemsMode from './volumes/items-mode.ts';
import volumesNfs from './volumes/nfs.ts';
import volumesPhotonPersistentDisk from './volumes/photon-persistent-disk.ts';
import volumesPortworx from './volumes/portworx.ts';
import volumesQuobyte from './volumes/quobyte.ts';
import volumesRbd from './volumes/rbd.ts';
import volumesScaleIo from './volumes/scale-io.ts';
import volumesSecretOnDisk from './volumes/secret-on-disk.ts';
import volumesSecretProvider from './volumes/secret-provider.ts';
import volumesSmbDomain from './volumes/smb-domain.ts';
import volumesSmbServiceName from './volumes/smb-service-name.ts';
import volumesStorageOs from './volumes/storage-os.ts';
import volumesUserFields from './volumes/user-fields.ts';
import volumesVsphereVolume from './volumes/vsphere-volume.ts';
import yamlBackslashInDoubleQuotes from './yaml/backslash-in-double-quotes.ts';
import yamlBareDriveLetter from './yaml/bare-drive-letter.ts';

/** Every rule, in the order of the ids. */
export const RULES: readonly Rule[] = [
  annotationsApparmor,
  annotationsHypervIsolation,
  annotationsSeccomp,
  commandCmdForwardSlash,
  commandDollarParenSubstitution,
  commandIcmpOutsideCluster,
  commandKillSignals,
  commandLinuxShell,
  commandLinuxUtility,
  commandNotAProgram,
  commandPowershellNotInImage,
  commandProbeTimeout,
  commandTimeoutWithoutConsole,
  commandVariableSyntax,
  commandWorkingDirectory,
  containerBaseImageWithoutCommand,
  containerHostPort,
  containerResizePolicy,
  containerStopSignalNeedsOs,
  containerStopSignalUnsupported,
  containerTerminationMessagePath,
  containerVolumeDevices,
  dnsClusterFirstWithHostNet,
  dnsEtcFiles,
  dnsMultipleSearches,
  dnsOptions,
  dnsPartiallyQualifiedName,
  envCaseInsensitiveDuplicate,
  envPathOverride,
  gmsaAlphaAnnotations,
  gmsaCredentialSpecEmpty,
  gmsaCredentialSpecNameFormat,
  gmsaCredentialSpecNotJson,
  gmsaCredentialSpecObjectMissing,
  gmsaCredentialSpecTooLarge,
  gmsaCredentialSpecWithoutName,
  gmsaDeprecatedApiVersion,
  gmsaHostnameNotUnique,
  gmsaNameOnInitContainer,
  gmsaServiceAccountNotAuthorized,
  gmsaSeveralPods,
  gmsaUserCannotUseIdentity,
  hostProcessBaseImageAlone,
  hostProcessContainerRuntime,
  hostProcessFieldTooNew,
  hostProcessGmsa,
  hostProcessHostNetworkRequired,
  hostProcessHostPathUnnecessary,
  hostProcessLeastPrivilegedAccount,
  hostProcessMixedContainers,
  hostProcessMountPathBase,
  hostProcessNamedPipeMount,
  hostProcessPodContainerMismatch,
  hostProcessPodSecurity,
  hostProcessProgramNotOnNode,
  hostProcessTokenPath,
  hostProcessUserAccount,
  hostProcessUserAccountMissing,
  hostProcessWorkingDirectory,
  imageBaseImageEndOfSupport,
  imageBuildMismatchInPod,
  imageBuildMismatchWithNode,
  imageLatestTag,
  imageLegacyDockerHubRepository,
  imageLinuxImageOnWindows,
  imageLinuxOnlyMultiPlatformTag,
  imageMissingOsVersion,
  imageNoVariantForArchitecture,
  imageOldKubernetesRegistry,
  imageUnavailableBaseImage,
  networkPolicyCniDependent,
  networkPolicyEksSecurityGroupPolicy,
  networkPolicyEndPortSctp,
  nodeNetworkCalico,
  nodeNetworkFlannelVxlan,
  nodeContainerdEndOfSupport,
  osConflictsWithImage,
  osConflictsWithNodeConstraint,
  osFieldTooNew,
  osMixedOsContainers,
  osNameInvalid,
  osNameRecommended,
  osNameRequired,
  osNotAnObject,
  osPodLabelMismatch,
  osWindowsOptionsOnLinuxNode,
  osWindowsOptionsOnLinuxPod,
  persistentVolumeClaimVolumeModeBlock,
  persistentVolumeClaimVsphereFileVolume,
  persistentVolumeLocalPath,
  persistentVolumeMountOptions,
  persistentVolumeNodeAffinityOs,
  persistentVolumeVolumeModeBlock,
  podSecurityPodSecurityPolicy,
  podSecurityRestrictedNeedsOs,
  podSecurityRestrictedOldPolicy,
  podSecurityRestrictedRunAsNonRoot,
  podFailurePolicyExitCode,
  podHostAliases,
  podHostIpc,
  podHostNetwork,
  podHostNetworkPortMismatch,
  podHostPid,
  podHostUsers,
  podInjectedSidecar,
  podResources,
  podServiceAccountNotFound,
  podShareProcessNamespace,
  podTerminationGracePeriodSeconds,
  resourcesClaimsUnsupported,
  resourcesHugePages,
  resourcesMemoryInMillibytes,
  resourcesMemoryLimitTooSmall,
  resourcesMemoryRequestNotLimit,
  resourcesMissingRequestsOrLimits,
  resourcesNvidiaGpu,
  runAsNonRootBefore120,
  runAsNonRootContainerAdministrator,
  runAsNonRootHostProcess,
  runAsNonRootUserNotSet,
  runAsUserNameControlCharacters,
  runAsUserNameDomainFormat,
  runAsUserNameDomainTooLong,
  runAsUserNameEmpty,
  runAsUserNameFieldTooNew,
  runAsUserNameIis,
  runAsUserNameLongerThan20,
  runAsUserNameTooManyBackslashes,
  runAsUserNameUnknownAccount,
  runAsUserNameUserInvalidCharacters,
  runAsUserNameUserMissing,
  runAsUserNameUserOnlyDotsOrSpaces,
  runAsUserNameUserTooLong,
  runtimeClassApiVersion,
  runtimeClassDockerHandler,
  runtimeClassHyperV,
  runtimeClassNodeSelectorConflict,
  runtimeClassNotFound,
  runtimeClassSchedulingMissing,
  schedulingArchitecture,
  schedulingBetaOsLabel,
  schedulingCloudLabelValue,
  schedulingDaemonSetWithoutOs,
  schedulingEksBuildUnavailable,
  schedulingEksComputeType,
  schedulingEksNodeSelector,
  schedulingLinuxOnlyNodes,
  schedulingLinuxPodMissingOsConstraint,
  schedulingMissingOsConstraint,
  schedulingMissingToleration,
  schedulingNoFittingNode,
  schedulingNoMatchingNode,
  schedulingNodeAffinityOrTerms,
  schedulingNodeAffinityPreferredOnly,
  schedulingNodeOsValue,
  schedulingOsSkuUnavailable,
  schedulingOutsidePodTemplate,
  schedulingTaintValueCase,
  schedulingTolerationWithoutSelector,
  schedulingWindowsBuildEndOfSupport,
  schedulingWindowsBuildRecommended,
  schedulingWindowsBuildTooNew,
  schedulingWindowsBuildValue,
  schedulingWindowsBuildWithLinux,
  securityContextAllowPrivilegeEscalation,
  securityContextAppArmorProfile,
  securityContextCapabilities,
  securityContextFsGroup,
  securityContextFsGroupChangePolicy,
  securityContextMisplacedWindowsField,
  securityContextPrivileged,
  securityContextProcMount,
  securityContextReadOnlyRootFilesystem,
  securityContextRunAsGroup,
  securityContextRunAsUser,
  securityContextSeLinuxChangePolicy,
  securityContextSeLinuxOptions,
  securityContextSeccompProfile,
  securityContextSupplementalGroups,
  securityContextSupplementalGroupsPolicy,
  securityContextSysctls,
  serviceDualStack,
  serviceExternalTrafficPolicyLocal,
  serviceInternalTrafficPolicy,
  serviceIpv6SingleStack,
  serviceLoadBalancerSourceRanges,
  serviceNamedTargetPort,
  servicePreserveDestination,
  serviceSctp,
  serviceSessionAffinityOs,
  serviceSessionAffinityTimeout,
  serviceTooManyBackends,
  serviceTrafficDistribution,
  serviceWinProxyOptimization,
  storageClassAllowVolumeExpansion,
  storageClassAzureFileNfs,
  storageClassEbsFormatOptions,
  storageClassFsType,
  storageClassInTreeProvisioner,
  storageClassProvisioner,
  volumeMountsBindMountOptions,
  volumeMountsDevShm,
  volumeMountsDriveRootOldContainerd,
  volumeMountsDuplicatePathIgnoringCase,
  volumeMountsLinuxSystemPath,
  volumeMountsMountPropagation,
  volumeMountsMultipleSubPaths,
  volumeMountsOtherDriveSubfolder,
  volumeMountsRecursiveReadOnly,
  volumeMountsSingleFileDocker,
  volumeMountsSubPath,
  volumeMountsSubPathAbsolute,
  volumeMountsSubPathBackslashBacksteps,
  volumeMountsSystemRoot,
  volumesAwsElasticBlockStore,
  volumesAzureDisk,
  volumesAzureFile,
  volumesCephfs,
  volumesCinder,
  volumesConfigKeyCaseCollision,
  volumesConfigKeyReservedName,
  volumesCsiLinuxOnlyDriver,
  volumesDefaultMode,
  volumesEmptyDirHugePages,
  volumesEmptyDirMemory,
  volumesEmptyDirMode,
  volumesEphemeralBlock,
  volumesFc,
  volumesFlexVolume,
  volumesFlocker,
  volumesFsType,
  volumesGcePersistentDisk,
  volumesGitRepo,
  volumesGlusterfs,
  volumesHostPathDeviceType,
  volumesHostPathDockerPipe,
  volumesHostPathLinuxPath,
  volumesHostPathNamedPipeType,
  volumesHostPathUnixSocket,
  volumesImage,
  volumesIscsi,
  volumesItemsMode,
  volumesNfs,
  volumesPhotonPersistentDisk,
  volumesPortworx,
  volumesQuobyte,
  volumesRbd,
  volumesScaleIo,
  volumesSecretOnDisk,
  volumesSecretProvider,
  volumesSmbDomain,
  volumesSmbServiceName,
  volumesStorageOs,
  volumesUserFields,
  volumesVsphereVolume,
  yamlBackslashInDoubleQuotes,
  yamlBareDriveLetter,
];
