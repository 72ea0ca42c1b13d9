/**
 * A check of another linter that asks every pod for a field of security contexts. With `os.name: windows` the API server
 * rejects the field, so that a Windows pod cannot pass the check.
 */
export interface OtherCheck {
  readonly id: string;
  /** The check passes with any of these fields; the API server rejects all of them. */
  readonly asks: readonly [AskedField, ...AskedField[]];
  /** Whether the check has to be enabled. */
  readonly optional?: true;
  /** The file of the check in the repository of its checks. */
  readonly file: string;
}

/** Fields of the security context of a container, each with a value that checks require. */
export const ASKED_FIELDS = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
  runAsGroup: 10001,
  runAsUser: 10001,
  seLinuxOptions: { type: 'container_t' },
  seccompProfile: { type: 'RuntimeDefault' },
} as const;
export type AskedField = keyof typeof ASKED_FIELDS;

/** How the annotations of an object skip checks for it. */
export type Skip =
  | {
      /** One annotation for each check, with a number at the end of its key: `CKV_K8S_20=reason`. */
      readonly kind: 'numbered';
      readonly key: string;
      /** Other keys that the tool reads in the same way. */
      readonly alias: string;
    }
  | {
      /** One annotation for each check, whose key names it. */
      readonly kind: 'named';
      readonly prefix: string;
      readonly suffix: string;
      /** The only value that skips the check; by default, any value does, and a reason is expected. */
      readonly value?: string;
      /** The key that skips all checks. */
      readonly all: string;
    }
  | {
      /** One annotation with a list, separated by commas, and another one for the reason if the tool has one. */
      readonly kind: 'listed';
      readonly key: string;
      readonly reasonKey?: string;
    };

/** Another linter of Kubernetes manifests. */
export interface OtherLinter {
  readonly name: string;
  /** The repository of its checks. */
  readonly repository: string;
  /** The checks that no Windows pod can pass. */
  readonly checks: readonly OtherCheck[];
  /** Undefined if nothing in an object skips checks. */
  readonly skip: Skip | undefined;
  /** The configuration files that a workspace has if it uses the tool. */
  readonly configNames: readonly string[];
}

/** The linters with known checks that no Windows pod can pass. */
export const OTHER_LINTERS: readonly OtherLinter[] = [
  {
    name: 'Checkov',
    repository: 'bridgecrewio/checkov',
    checks: [
      check('CKV_K8S_20', 'AllowPrivilegeEscalation.py', 'allowPrivilegeEscalation'),
      check('CKV_K8S_22', 'ReadOnlyFilesystem.py', 'readOnlyRootFilesystem'),
      check('CKV_K8S_28', 'DropCapabilities.py', 'capabilities'),
      check('CKV_K8S_31', 'Seccomp.py', 'seccompProfile'),
      check('CKV_K8S_37', 'MinimizeCapabilities.py', 'capabilities'),
      check('CKV_K8S_40', 'RootContainersHighUID.py', 'runAsUser'),
    ].map(inFolder('checkov/kubernetes/checks/resource/k8s')),
    skip: { kind: 'numbered', key: 'checkov.io/skip', alias: 'bridgecrew.io/skip' },
    configNames: ['.checkov.yaml', '.checkov.yml'],
  },
  {
    name: 'kube-linter',
    repository: 'stackrox/kube-linter',
    checks: [check('no-read-only-root-fs', 'pkg/templates/readonlyrootfs/template.go', 'readOnlyRootFilesystem')],
    skip: {
      kind: 'named',
      prefix: 'ignore-check.kube-linter.io/',
      suffix: '',
      all: 'kube-linter.io/ignore-all',
    },
    configNames: ['.kube-linter.yaml', '.kube-linter.yml'],
  },
  {
    name: 'kube-score',
    repository: 'zegl/kube-score',
    checks: [
      check('container-security-context-readonlyrootfilesystem', 'security.go', 'readOnlyRootFilesystem'),
      check('container-security-context-user-group-id', 'security.go', 'runAsUser'),
      { ...check('container-seccomp-profile', 'security.go', 'seccompProfile'), optional: true as const },
    ].map(inFolder('score/security')),
    skip: { kind: 'listed', key: 'kube-score/ignore' },
    configNames: [],
  },
  {
    name: 'Kubescape',
    repository: 'kubescape/regolibrary',
    checks: [
      check('C-0013', 'non-root-containers/raw.rego', 'runAsGroup'),
      check('C-0016', 'rule-allow-privilege-escalation/raw.rego', 'allowPrivilegeEscalation'),
      check('C-0017', 'immutable-container-filesystem/raw.rego', 'readOnlyRootFilesystem'),
      check('C-0055', 'linux-hardening/raw.rego', 'seccompProfile', 'seLinuxOptions', 'capabilities'),
    ].map(inFolder('rules')),
    skip: { kind: 'listed', key: 'kubescape.io/skip-controls', reasonKey: 'kubescape.io/skip-reason' },
    configNames: [],
  },
  {
    name: 'Polaris',
    repository: 'FairwindsOps/polaris',
    checks: [
      check('insecureCapabilities', 'insecureCapabilities.yaml', 'capabilities'),
      check('linuxHardening', 'linuxHardening.yaml', 'seccompProfile', 'seLinuxOptions', 'capabilities'),
      check('notReadOnlyRootFilesystem', 'notReadOnlyRootFilesystem.yaml', 'readOnlyRootFilesystem'),
      check('privilegeEscalationAllowed', 'privilegeEscalationAllowed.yaml', 'allowPrivilegeEscalation'),
    ].map(inFolder('pkg/config/checks')),
    skip: {
      kind: 'named',
      prefix: 'polaris.fairwinds.com/',
      suffix: '-exempt',
      value: 'true',
      all: 'polaris.fairwinds.com/exempt',
    },
    configNames: ['polaris.yaml', 'polaris.yml', '.polaris.yaml', '.polaris.yml'],
  },
  {
    name: 'Trivy',
    repository: 'aquasecurity/trivy-checks',
    checks: [
      check('AVD-KSV-0001', '2_can_elevate_its_own_privileges.rego', 'allowPrivilegeEscalation'),
      check('AVD-KSV-0003', 'capabilities_no_drop_all.rego', 'capabilities'),
      check('AVD-KSV-0004', 'capabilities_no_drop_at_least_one.rego', 'capabilities'),
      check('AVD-KSV-0014', 'file_system_not_read_only.rego', 'readOnlyRootFilesystem'),
      check('AVD-KSV-0020', 'runs_with_UID_le_10000.rego', 'runAsUser'),
      check('AVD-KSV-0021', 'runs_with_GID_le_10000.rego', 'runAsGroup'),
      check('AVD-KSV-0030', '5_runtime_default_seccomp_profile_not_set.rego', 'seccompProfile'),
      check('AVD-KSV-0104', '11_seccomp_profile_unconfined.rego', 'seccompProfile'),
      check('AVD-KSV-0106', '6_drop_all_capabilities_only_add_net_bind_service.rego', 'capabilities'),
    ].map(inFolder('checks/kubernetes/security')),
    skip: undefined,
    configNames: [],
  },
];

function check(id: string, file: string, ...asks: OtherCheck['asks']): OtherCheck {
  return { id, asks, file };
}

function inFolder(folder: string): (check: OtherCheck) => OtherCheck {
  return (check) => ({ ...check, file: `${folder}/${check.file}` });
}
