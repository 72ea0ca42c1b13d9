import type { Rule } from '../lint/rule.ts';
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
import hostProcessUserAccount from './host-process/user-account.ts';
import hostProcessUserAccountMissing from './host-process/user-account-missing.ts';
import imageBuildMismatchWithNode from './image/build-mismatch-with-node.ts';
import osConflictsWithImage from './os/conflicts-with-image.ts';
import osConflictsWithNodeConstraint from './os/conflicts-with-node-constraint.ts';
import osFieldTooNew from './os/field-too-new.ts';
import osMixedOsContainers from './os/mixed-os-containers.ts';
import osNameInvalid from './os/name-invalid.ts';
import osNameRecommended from './os/name-recommended.ts';
import osNameRequired from './os/name-required.ts';
import osPodLabelMismatch from './os/pod-label-mismatch.ts';
import osWindowsOptionsOnLinuxNode from './os/windows-options-on-linux-node.ts';
import osWindowsOptionsOnLinuxPod from './os/windows-options-on-linux-pod.ts';
import podHostPid from './pod/host-pid.ts';
import schedulingArchitecture from './scheduling/architecture.ts';
import schedulingBetaOsLabel from './scheduling/beta-os-label.ts';
import schedulingCloudLabelValue from './scheduling/cloud-label-value.ts';
import schedulingDaemonSetWithoutOs from './scheduling/daemon-set-without-os.ts';
import schedulingLinuxPodMissingOsConstraint from './scheduling/linux-pod-missing-os-constraint.ts';
import schedulingMissingOsConstraint from './scheduling/missing-os-constraint.ts';
import schedulingMissingToleration from './scheduling/missing-toleration.ts';
import schedulingNoMatchingNode from './scheduling/no-matching-node.ts';
import schedulingNodeAffinityOrTerms from './scheduling/node-affinity-or-terms.ts';
import schedulingNodeAffinityPreferredOnly from './scheduling/node-affinity-preferred-only.ts';
import schedulingNodeOsValue from './scheduling/node-os-value.ts';
import schedulingTaintValueCase from './scheduling/taint-value-case.ts';
import schedulingTolerationWithoutSelector from './scheduling/toleration-without-selector.ts';
import schedulingWindowsBuildEndOfSupport from './scheduling/windows-build-end-of-support.ts';
import schedulingWindowsBuildRecommended from './scheduling/windows-build-recommended.ts';
import schedulingWindowsBuildTooNew from './scheduling/windows-build-too-new.ts';
import schedulingWindowsBuildValue from './scheduling/windows-build-value.ts';
import schedulingWindowsBuildWithLinux from './scheduling/windows-build-with-linux.ts';
import securityContextPrivileged from './security-context/privileged.ts';

/** Every rule, in the order of the ids. */
export const RULES: readonly Rule[] = [
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
  hostProcessUserAccount,
  hostProcessUserAccountMissing,
  imageBuildMismatchWithNode,
  osConflictsWithImage,
  osConflictsWithNodeConstraint,
  osFieldTooNew,
  osMixedOsContainers,
  osNameInvalid,
  osNameRecommended,
  osNameRequired,
  osPodLabelMismatch,
  osWindowsOptionsOnLinuxNode,
  osWindowsOptionsOnLinuxPod,
  podHostPid,
  schedulingArchitecture,
  schedulingBetaOsLabel,
  schedulingCloudLabelValue,
  schedulingDaemonSetWithoutOs,
  schedulingLinuxPodMissingOsConstraint,
  schedulingMissingOsConstraint,
  schedulingMissingToleration,
  schedulingNoMatchingNode,
  schedulingNodeAffinityOrTerms,
  schedulingNodeAffinityPreferredOnly,
  schedulingNodeOsValue,
  schedulingTaintValueCase,
  schedulingTolerationWithoutSelector,
  schedulingWindowsBuildEndOfSupport,
  schedulingWindowsBuildRecommended,
  schedulingWindowsBuildTooNew,
  schedulingWindowsBuildValue,
  schedulingWindowsBuildWithLinux,
  securityContextPrivileged,
];
