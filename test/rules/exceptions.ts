import { COMMANDS } from '../../server/src/rule-kit/commands.ts';
import { inContainers, inSecurityContexts } from '../../server/src/rule-kit/field-patterns.ts';

/** Items of the catalogue that are not rules, with the reason. */
export const ITEMS_WITHOUT_RULE: Readonly<Record<string, string>> = {};

/** Items of the catalogue without a rule yet. */
export const PLANNED_RULES: readonly string[] = [];

/** Gates that differ from the catalogue, with the reason. */
export const OTHER_GATES: Readonly<Record<string, { readonly gate: string; readonly why: string }>> = {
  'scheduling/linux-pod-missing-os-constraint': {
    gate: 'any',
    why: 'With `mixedCluster: true`, the scheduler may place a pod without any evidence on the wrong nodes too: https://kubernetes.io/docs/concepts/windows/user-guide/',
  },
  'scheduling/node-affinity-preferred-only': {
    gate: 'any',
    why: 'In the recordings, the operating system of a pod with only a preference is unknown, so a gate for guesses would never apply.',
  },
};

/** Outcomes that differ from the rows of the catalogue, with the reason. */
export const OTHER_OUTCOMES: Readonly<Record<string, { readonly rows: readonly string[]; readonly why: string }>> = {
  'gmsa/name-on-init-container': {
    rows: ['ignored 1.16  doubtful', 'ignored 1.16  '],
    why: 'The webhook reads the names of init containers from version 0.14 on (kubernetes-sigs/windows-gmsa pull request 179).',
  },
  'scheduling/windows-build-recommended': {
    rows: ['fails 1.17  doubtful', 'advice 1.17  '],
    why: 'The Nodes in the workspace show which of them cannot run an image.',
  },
  'volumes/fs-type': {
    rows: ['fails   ', 'fails   doubtful'],
    why: 'The known drivers reject certain names (windows/csi-drivers.ts), and what other drivers do with a Linux file system is not known.',
  },
  'storage-class/fs-type': {
    rows: ['fails   ', 'fails   doubtful', 'differs   '],
    why: 'The known drivers reject certain names (windows/csi-drivers.ts), and what other drivers do with a Linux file system is not known.',
  },
  'service/dual-stack': {
    rows: ['differs 1.19  ', 'differs 1.21 1.32 doubtful', 'differs 1.21 1.32 ', 'differs 1.33 1.35 doubtful'],
    why: 'The network mode and the builds decide (hcsshim hcn/hcnglobals.go IPv6DualStackVersion). kube-proxy mixed up load balancers up to 1.35, mended in 1.33.8, 1.34.4, 1.35.1 and 1.36 (pull requests 136241, 136375, 136374 and 136373).',
  },
  'dns/cluster-first-with-host-net': {
    rows: ['differs   '],
    why: 'Without `hostNetwork: true`, the policy is the same as `ClusterFirst`; with it, another policy gives the pod the DNS of the node (kubelet dns.go, getPodDNSType).',
  },
  'image/base-image-end-of-support': {
    rows: [
      'differs   ',
      'differs 1.35  ',
      'fails   doubtful',
      'fails 1.25  doubtful',
      'differs   ',
      'fails   doubtful',
      'fails 1.33 1.34 doubtful',
      'fails 1.35  doubtful',
      'advice   ',
    ],
    why: 'Kubernetes supports no nodes of semi-annual releases since 1.25, none of Windows Server 2019 since 1.35 (on AKS since 1.33), and none of 2016: a process-isolated container of these images has no node (https://kubernetes.io/docs/concepts/windows/intro/#windows-os-version-support).',
  },
  'scheduling/windows-build-end-of-support': {
    rows: ['differs 1.33  ', 'differs 1.35  ', 'differs 1.17  '],
    why: 'Node pools of AKS have no Windows Server 2019 since 1.33 (https://github.com/Azure/AKS/releases/tag/2026-05-29).',
  },
  'gmsa/credential-spec-object-missing': {
    rows: ['fails 1.16  doubtful'],
    why: 'The rule reports only names that are nearly those of objects in the workspace; the webhook denies pods with the name of no object (kubernetes-sigs/windows-gmsa admission-webhook/webhook.go).',
  },
  'runtime-class/not-found': {
    rows: ['fails   doubtful'],
    why: 'The rule reports only names that are nearly those of objects in the workspace; admission rejects pods with the name of no object (plugin/pkg/admission/runtimeclass/admission.go).',
  },
  'image/linux-image-on-windows': {
    rows: ['fails   ', 'fails   doubtful'],
    why: 'What the registry says of the platforms of an image is certain.',
  },
  'os/conflicts-with-image': {
    rows: ['fails   ', 'fails   doubtful'],
    why: 'What the registry says of the platforms of an image is certain.',
  },
  'image/build-mismatch-with-node': {
    rows: ['fails   ', 'fails   doubtful', 'differs   ', 'differs   doubtful'],
    why: 'Where only some of the selected builds run the image, the scheduler may choose a node on which it never starts: https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/version-compatibility. A RuntimeClass that is not in the workspace, or with another handler than the usual ones, may have Hyper-V isolation: one severity lower, as the README says.',
  },
  'pod/host-network-port-mismatch': {
    rows: ['fails  1.27 ', 'fails 1.28  '],
    why: 'The message of the API server is another one since 1.28, as the item notes.',
  },
  'volumes/host-path-linux-path': {
    rows: ['fails   doubtful', 'differs   '],
    why: 'containerd creates a missing path (internal/cri/opts/spec_windows_opts.go, parseMount), Docker does not. A folder that every Windows node has is no finding.',
  },
  'volumes/host-path-unix-socket': {
    rows: ['fails   doubtful', 'differs   '],
    why: 'Without a type, containerd creates a directory in place of the socket (spec_windows_opts.go, parseMount); Docker fails.',
  },
  'scheduling/cloud-label-value': {
    rows: ['fails   doubtful', 'rejected   ', 'fails   doubtful'],
    why: 'ValidateLabels of k8s.io/apimachinery rejects a value in `nodeSelector` that no label can have, such as one with a blank.',
  },
  'scheduling/daemon-set-without-os': {
    rows: ['fails   doubtful', 'advice   '],
    why: 'With `mixedCluster: true`, the user says that there are nodes on which its pods fail.',
  },
  'scheduling/linux-pod-missing-os-constraint': {
    rows: ['fails   doubtful'],
    why: 'The rule applies only with `mixedCluster: true`, by which the user says that there are nodes on which the pod fails.',
  },
  'scheduling/missing-os-constraint': {
    rows: ['advice   ', 'differs   ', 'fails   doubtful'],
    why: 'With a Linux image, the pod starts on a Linux node, where the kubelet reads no `windowsOptions` (kuberuntime_container_linux.go).',
  },
  'scheduling/missing-toleration': {
    rows: ['fails   doubtful'],
    why: 'The rule applies only with the setting `kubewin.taint`, by which the user says that Windows nodes have this taint.',
  },
  'scheduling/node-os-value': {
    rows: ['rejected   ', 'rejected 1.32  ', 'fails   '],
    why: 'The same; in required node affinity ValidateNodeSelectorRequirement of Kubernetes does so from 1.32 on.',
  },
  'scheduling/windows-build-value': {
    rows: ['fails 1.17  doubtful', 'rejected   ', 'fails 1.17  doubtful'],
    why: 'ValidateLabels of k8s.io/apimachinery, for the node selector of pods and of RuntimeClasses.',
  },
  'run-as-non-root/container-administrator': {
    rows: ['fails 1.20  ', 'fails 1.22 1.24 doubtful', 'fails 1.25  '],
    why: 'Up to 1.21 the kubelet compared the name letter by letter, and in 1.22 to 1.24 it depends on the patch release.',
  },
  'volume-mounts/sub-path': {
    rows: ['fails   doubtful', 'differs   ', 'advice   '],
    why: 'With containerd, the mount works, and Kubernetes tests it (test/e2e/storage/testsuites/subpath.go): a recommendation.',
  },
};

/** Fixes of the catalogue that no rule offers, with the reason. */
export const FIXES_NOT_OFFERED: Readonly<Record<string, { readonly fix: string; readonly why: string }>> = {
  'volume-mounts/recursive-read-only': {
    fix: 'Change to IfPossible',
    why: 'The rule itself advises against `IfPossible` on Windows: only the removal leaves nothing to say.',
  },
};

/** Fields that rules watch besides those of the catalogue, and where the API has them. */
export const OTHER_FIELDS: Readonly<Record<string, { readonly fields: readonly string[]; readonly source: string }>> = {
  'host-process/gmsa': {
    fields: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    source: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-gmsa/',
  },
  'storage-class/fs-type': {
    fields: ['provisioner'],
    source: 'https://docs.cloud.google.com/kubernetes-engine/docs/concepts/windows-server-gke',
  },
  'pod-security/restricted-old-policy': {
    fields: ['metadata.labels'],
    source: 'https://kubernetes.io/docs/concepts/security/pod-security-admission/',
  },
  'runtime-class/scheduling-missing': {
    fields: ['handler', 'spec.runtimeHandler'],
    source: 'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/runtime-class-v1/',
  },
  'scheduling/architecture': {
    fields: [
      'spec.nodeSelector[beta.kubernetes.io/arch]',
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
    ],
    source: 'https://kubernetes.io/docs/reference/labels-annotations-taints/#beta-kubernetes-io-arch',
  },
  'scheduling/beta-os-label': {
    fields: [
      'spec.nodeSelector[beta.kubernetes.io/arch]',
      'spec.affinity.nodeAffinity.*[*].preference.matchExpressions[*].key',
    ],
    source: 'https://kubernetes.io/docs/reference/labels-annotations-taints/#beta-kubernetes-io-arch',
  },
  'scheduling/node-os-value': {
    fields: [
      'spec.nodeSelector[beta.kubernetes.io/os]',
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[*].matchExpressions[*].values',
    ],
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  },
  'volume-mounts/multiple-sub-paths': {
    fields: inContainers('volumeMounts[*].subPathExpr'),
    source: 'https://kubernetes.io/docs/concepts/storage/volumes/#using-subpath-expanded-environment',
  },
  'volumes/items-mode': {
    fields: ['secret', 'configMap', 'downwardAPI'].map(
      (kind) => `spec.volumes[*].projected.sources[*].${kind}.items[*].mode`,
    ),
    source: 'https://kubernetes.io/docs/concepts/storage/projected-volumes/',
  },
  'volumes/nfs': {
    fields: ['spec.nfs'],
    source: 'https://kubernetes.io/docs/concepts/storage/volumes/#nfs',
  },
  'yaml/backslash-in-double-quotes': {
    fields: [...COMMANDS.map((list) => `${list}[*]`), ...inContainers('volumeMounts[*].subPath')],
    source: 'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container',
  },
  'yaml/bare-drive-letter': {
    fields: COMMANDS.map((list) => `${list}[*]`),
    source: 'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container',
  },
};
