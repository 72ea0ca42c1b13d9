import type { Settings } from '../lint/settings/settings.ts';
import { SERVER_2016, SERVER_2019, SERVER_2022, WINDOWS_BUILDS } from '../windows/builds.ts';
import { linuxOnlyDrivers } from '../windows/csi-drivers.ts';
import { CONTAINERD_PIPE, DOCKER_PIPE } from '../windows/host-paths.ts';
import { LEGACY_REPOSITORIES } from '../windows/images.ts';
import { CLOUD_OS_LABELS, POOL_LABELS } from '../windows/providers.ts';
import { matches, text } from './cel.ts';
import type { Condition } from './conditions.ts';
import { BUILT_ON, osOfRepository, runsOn } from './images.ts';
import { leaves } from './pod-system.ts';

/** A rule in CEL: what its definition does not say as data. `variables.…` are those of `policies.ts`. */
export interface Expression {
  /** A condition on the `value` of the fields that the rule watches; without one it is enough that one of them is set. */
  readonly when?: string;
  /** Where the condition is not one on the watched fields: one on the pod, or on each container or volume. */
  readonly instead?: readonly (Omit<Condition, 'list'> & { readonly list?: string })[];
  /** The cases of its outcomes, each with its condition; the first that fits counts. */
  readonly cases?: readonly (readonly [name: string, test: string])[];
}

/** What depends on a setting is a function of the settings. */
type Entry = Expression | ((settings: Settings) => Expression | undefined);

const NO_EFFECT = 'the value does not enable anything';
const harmless = (test: string): Pick<Expression, 'cases'> => ({ cases: [[NO_EFFECT, test]] });
const onPod = (test: string): Expression => ({ instead: [{ of: 'pod', test }] });
const onContainer = (test: string): Expression => ({ instead: [{ of: 'container', test }] });
const onImage = (test: string): Expression => ({ instead: [{ of: 'image', test }] });
const onBuild = (test: string, list = 'variables.builds'): Expression => ({ instead: [{ of: 'image', test, list }] });
const onLasting = (test: string): Expression => ({
  instead: [{ of: 'container', list: 'variables.lasting', test }],
});

/** What counts for a container: its own field, else that of the pod. */
const effective = (path: string) => `container.?securityContext.${path}.or(variables.spec.?securityContext.${path})`;
const USER = effective('windowsOptions.runAsUserName');
const IS_HOST_PROCESS = `${effective('windowsOptions.hostProcess')}.orValue(false)`;
const NON_ROOT = `${effective('runAsNonRoot')}.orValue(false)`;

const IS_SET = 'size(value) > 0';
const IS_POSITIVE = 'isQuantity(value) && quantity(value).isGreaterThan(quantity("0"))';

const HOST_PATH = 'volume.?hostPath.path.orValue("")';
const IS_PIPE = matches(HOST_PATH, /^[\\/]{2}\.[\\/]pipe[\\/]/i);
const IS_SOCKET = `(volume.?hostPath.type.orValue("") == "Socket" || ${HOST_PATH}.endsWith(".sock"))`;

// `userNameFaults` of windows/user-name.ts: of the first three faults, one hides all that follow.
const USER_PART = 'value.substring(value.lastIndexOf("\\\\") + 1)';
const DOMAIN = 'value.split("\\\\")[0]';
const HAS_CONTROL = 'value.matches("[\\x00-\\x1f\\x7f]")';
const HAS_BACKSLASHES = matches('value', /\\[^\\]*\\/);
const IS_READ = `value != "" && !${HAS_CONTROL} && !${HAS_BACKSLASHES}`;
const HAS_DOMAIN = 'value.contains("\\\\")';
const NETBIOS = matches(DOMAIN, /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/);
const DNS = matches(
  DOMAIN,
  /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/,
);
const FAULTS: Readonly<Record<string, string>> = {
  empty: 'value == ""',
  'control-characters': HAS_CONTROL,
  'too-many-backslashes': `!${HAS_CONTROL} && ${HAS_BACKSLASHES}`,
  'domain-too-long': `${IS_READ} && ${HAS_DOMAIN} && size(bytes(${DOMAIN})) > 255`,
  'domain-format': `${IS_READ} && ${HAS_DOMAIN} && !${NETBIOS} && !${DNS}`,
  'user-missing': `${IS_READ} && value.endsWith("\\\\")`,
  'user-too-long': `${IS_READ} && size(bytes(${USER_PART})) > 104`,
  'user-only-dots-or-spaces': `${IS_READ} && ${matches(USER_PART, /^[. ]+$/)}`,
  'user-invalid-characters': `${IS_READ} && ${matches(USER_PART, /["/\\:;|=,+*?<>@[\]]/)}`,
};
const HAS_NO_FAULT = `value != "" && !(${Object.values(FAULTS).join(' || ')})`;

/** The service accounts of `windows/accounts.ts`, spelled with and without a blank. */
const IS_SERVICE_ACCOUNT = matches(
  'value',
  /^nt authority\\ *(s *y *s *t *e *m|l *o *c *a *l *s *e *r *v *i *c *e|n *e *t *w *o *r *k *s *e *r *v *i *c *e) *$/i,
);
const IS_CONTAINER_ACCOUNT = `(${matches('value', /^(containeruser|containeradministrator)$/i)} || ${matches('value', /^user manager\\ *(c *o *n *t *a *i *n *e *r *u *s *e *r|c *o *n *t *a *i *n *e *r *a *d *m *i *n *i *s *t *r *a *t *o *r) *$/i)})`;
const IS_IMAGE_ACCOUNT = matches('value', /^(administrator|guest|root|nobody|nginx|app|www-data|[0-9]+)$/i);

const labels = (test: (one: (typeof WINDOWS_BUILDS)[number]) => boolean) =>
  `[${WINDOWS_BUILDS.filter(test)
    .map(({ build }) => text(`10.0.${build}`))
    .join(', ')}]`;

/** The builds of which something is true, as `variables.builds` has them. */
const builds = (test: (one: (typeof WINDOWS_BUILDS)[number]) => boolean) =>
  JSON.stringify(WINDOWS_BUILDS.filter(test).map(({ build }) => String(build)));
const HAS_ENDED = `image.build in ${builds(({ ended }) => ended)}`;
const BUILD = 'int(image.build)';
const OTHER_BUILD = 'int(other.build)';
/** The handler of a RuntimeClass may isolate the pod, and a policy does not see it. */
const HAS_CLASS = 'variables.spec.?runtimeClassName.orValue("") != ""';

const LINUX_FILE_SYSTEMS = '["btrfs", "ext2", "ext3", "ext4", "xfs"]';
const IS_LINUX_NODE_PATH = `(${matches(
  'value',
  /^\/(dev|etc|home|mnt|opt|proc|root|run|sys|usr|var\/lib\/docker|var\/log|var\/run)(\/|$)/,
)} && !${matches('value', /^\/var\/log\/*$/)} && !${matches('value', /^\/var\/log\/(containers|pods)(\/|$)/)})`;
const IS_PLUGIN_SOCKET = matches(
  'value',
  /^(.*[\\/]csi\.sock|([a-z]:)?[\\/]var[\\/]lib[\\/]kubelet[\\/](device-plugins|plugins|plugins_registry|pod-resources)([\\/].*)?)$/i,
);
const IS_RUNTIME_SOCKET = matches('value', /(^|[\\/])(docker|containerd|crio)\.sock$/);
const MUST_EXIST = 'volume.?hostPath.type.orValue("") != ""';

/** A path as `mountPoint` of windows/mount-paths.ts compares it. */
const mountPoint = (path: string) =>
  `[${path}.lowerAscii().replace("/", "\\\\")].map(raw, raw.startsWith("\\\\\\\\") ? raw : [raw.split("\\\\").filter(part, part != "").join("\\\\")].map(rest, ${matches('rest', /^[a-z]:/)} ? rest : rest == "" ? "c:" : "c:\\\\" + rest)[0])[0]`;

const ENV = 'container.?env.orValue([])';
/** Whether something holds of a variable, `one`, and the `first` whose name differs from it at most in case. */
const envTest = (test: string) =>
  `[${ENV}.map(one, one.name.lowerAscii())].exists(names, ${ENV}.exists(one, [${ENV}[names.indexOf(one.name.lowerAscii())]].exists(first, ${test})))`;
const SAME_VALUE =
  'first.?value.orValue("") == one.?value.orValue("") && first.?valueFrom.orValue({}) == one.?valueFrom.orValue({})';

/** A path on drive C as `command/working-directory` compares it. */
const folder = (path: string) =>
  `[${path}.lowerAscii().replace("\\\\", "/")].map(raw, raw.startsWith("c:") ? raw.substring(2) : raw).map(raw, (raw.startsWith("/") ? "/" : "") + raw.split("/").filter(part, part != "").map(part, part + "/").join(""))[0]`;
const FOLDER = folder('value');

/** Both fields go together, and the webhook puts the contents only beside the names of the pod and of `containers`. */
const GMSA_OF = (owner: string) =>
  `(${owner}.?securityContext.windowsOptions.gmsaCredentialSpecName.hasValue() || ${owner}.?securityContext.windowsOptions.gmsaCredentialSpec.hasValue())`;
const HAS_GMSA =
  `(${GMSA_OF('container')} ? container.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" || (container.?securityContext.windowsOptions.gmsaCredentialSpecName.orValue("") != "" && variables.spec.containers.exists(one, one.name == container.name)) : ` +
  'variables.spec.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" || variables.spec.?securityContext.windowsOptions.gmsaCredentialSpecName.orValue("") != "")';
const IS_LOCAL_SERVICE = matches('value', /^nt authority\\ *l *o *c *a *l *s *e *r *v *i *c *e *$/i);
const IS_CONTAINER_USER = `(value.lowerAscii() == "containeruser" || ${matches('value', /^user manager\\ *c *o *n *t *a *i *n *e *r *u *s *e *r *$/i)})`;

const IS_LONG = `${HAS_NO_FAULT} && !${HAS_DOMAIN} && size(value) > 20 && value.lowerAscii() != "containeradministrator" && !${matches('value', '[\\p{Cc}\\p{Zl}\\p{Zp}]')}`;

const IS_FROM_MICROSOFT = 'container.?image.orValue("").startsWith("mcr.microsoft.com/")';
const IS_BASE_IMAGE = matches('image.path', /^mcr\.microsoft\.com\/windows(\/(nanoserver|servercore|server))?$/);
const IS_MOVED = matches(
  'image.path',
  `^docker\\.io/((${[...LEGACY_REPOSITORIES.keys()].join('|')})$|microsoft/mssql-server-windows)`,
);
const IMAGE_OF_HOST_PROCESS = `variables.containers.exists(container, container.name == image.name && ${IS_HOST_PROCESS})`;

const IS_WRONG_OS =
  'r.key in ["kubernetes.io/os", "beta.kubernetes.io/os"] && r.operator == "In" && size(r.values) == 1 && !(r.values[0] in ["windows", "linux"])';
const HAS_WRONG_OS = `variables.requirements.exists(all, all.exists(r, ${IS_WRONG_OS}))`;
const IS_BUILD_ON_LINUX =
  'variables.requirements.exists(all, all.exists(r, r.key == "node.kubernetes.io/windows-build" && r.operator in ["In", "Exists"])) && ' +
  `${leaves('linux', 'variables.withoutBuild')} && !${leaves('windows', 'variables.withoutBuild')}`;
const IS_COMPUTE_TYPE = 'r.key == "eks.amazonaws.com/compute-type" && r.operator == "In" && size(r.values) > 0';

/** The names of the pools that the pod must run in, one of each requirement. */
const POOLS = `${JSON.stringify(POOL_LABELS)}.filter(key, size(variables.requirements) > 0 && variables.requirements.all(all, all.exists(r, r.key == key && r.operator == "In" && size(r.values) > 0))).map(key, variables.requirements[0].filter(r, r.key == key && r.operator == "In")[0].values[0])`;
const IS_IN_POOL = `[${POOLS}].exists(pools, size(pools) > 0 && !pools.exists(pool, !${matches('pool', /(^|[^rt]|(^|[^a])r|(^|[^d])ar)win/i)} && ${matches('pool', /linux|ubuntu|mariner/i)}))`;

/** The rules that a policy can express, by their ids. */
export const EXPRESSIONS: Readonly<Record<string, Entry>> = {
  'annotations/apparmor': {},
  'annotations/hyperv-isolation': {},
  'annotations/seccomp': {},
  'container/resize-policy': { when: IS_SET },
  'container/stop-signal-needs-os': { when: '!has(variables.spec.os)' },
  'container/stop-signal-unsupported': { when: '!(value in ["SIGTERM", "SIGKILL"])' },
  'container/termination-message-path': { when: 'value != "/dev/termination-log"' },
  'container/volume-devices': { when: IS_SET },
  'dns/cluster-first-with-host-net': {
    when: 'value == "ClusterFirstWithHostNet"',
    cases: [
      ['all containers are HostProcess containers', 'variables.allHostProcess'],
      ['`hostNetwork` is `true`', 'variables.spec.?hostNetwork.orValue(false)'],
    ],
  },
  'dns/etc-files': { when: matches('value', /^([a-z]:)?[\\/]+etc[\\/]+(resolv\.conf|hosts|nsswitch\.conf)$/i) },
  'dns/multiple-searches': {
    when: 'size(value) > (variables.spec.?dnsPolicy.orValue("ClusterFirst").startsWith("ClusterFirst") ? 0 : 1)',
  },
  'dns/options': { when: 'value.exists(option, has(option.name))' },
  'gmsa/alpha-annotations': { when: matches('key', /gmsa-credential-spec(-name)?$/) },
  'gmsa/credential-spec-empty': { when: 'value == ""' },
  'gmsa/credential-spec-name-format': {
    when: `size(value) > 253 || !${matches('value', /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)}`,
  },
  'gmsa/credential-spec-too-large': { when: 'size(bytes(value)) > 65536' },
  'gmsa/credential-spec-without-name': {
    instead: [
      {
        of: 'pod',
        test: 'variables.spec.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" && !variables.spec.?securityContext.windowsOptions.gmsaCredentialSpecName.hasValue()',
      },
      {
        of: 'container',
        list: 'variables.spec.containers',
        test: 'container.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" && !container.?securityContext.windowsOptions.gmsaCredentialSpecName.hasValue()',
      },
    ],
  },
  'gmsa/hostname-not-unique': {
    when: `variables.severalPods && variables.containers.exists(container, ${HAS_GMSA})`,
  },
  'gmsa/name-on-init-container': { when: '!container.?securityContext.windowsOptions.gmsaCredentialSpec.hasValue()' },
  'host-process/base-image-alone': onContainer(
    `${matches('container.?image.orValue("")', /(^|\/)windows-host-process-containers-base-image([:@][^/]*)?$/)} && !${IS_HOST_PROCESS}`,
  ),
  'host-process/container-runtime': onContainer(IS_HOST_PROCESS),
  'host-process/gmsa': onContainer(
    `${IS_HOST_PROCESS} && (${effective('windowsOptions.gmsaCredentialSpecName')}.hasValue() || ${effective('windowsOptions.gmsaCredentialSpec')}.hasValue())`,
  ),
  'host-process/host-network-required': onPod(
    'variables.anyHostProcess && !variables.spec.?hostNetwork.orValue(false)',
  ),
  'host-process/host-path-unnecessary': { when: `!${IS_PIPE} && !${IS_SOCKET} && variables.anyHostProcess` },
  'host-process/least-privileged-account': onContainer(
    `${IS_HOST_PROCESS} && ${matches(`${USER}.orValue("")`, /^nt authority\\ *s *y *s *t *e *m *$/i)}`,
  ),
  'host-process/mixed-containers': onPod('variables.anyHostProcess && !variables.allHostProcess'),
  'host-process/mount-path-base': {
    when: `${IS_HOST_PROCESS} && value != "" && value != "/var/run/secrets/kubernetes.io/serviceaccount"`,
  },
  'host-process/named-pipe-mount': ({ containerRuntime }) =>
    containerRuntime === 'docker'
      ? undefined
      : {
          when: `(${IS_PIPE} || ${IS_SOCKET}) && variables.containers.exists(container, ${IS_HOST_PROCESS} && container.?volumeMounts.orValue([]).exists(mount, mount.name == volume.name))`,
        },
  'host-process/pod-container-mismatch': {
    when: 'variables.spec.?securityContext.windowsOptions.hostProcess.orValue(value) != value',
  },
  'host-process/user-account': ({ containerRuntime }) => ({
    ...onContainer(
      `${IS_HOST_PROCESS} && ${USER}.optMap(value, ${HAS_NO_FAULT} && !${IS_SERVICE_ACCOUNT}${
        containerRuntime === 'containerd-1.6' || containerRuntime === 'docker'
          ? ''
          : ` && (${HAS_DOMAIN} || ${IS_CONTAINER_ACCOUNT} || ${IS_IMAGE_ACCOUNT})`
      }).orValue(false)`,
    ),
    cases: [
      [
        'the account is `ContainerUser` or `ContainerAdministrator`',
        `[${USER}.orValue("")].exists(value, ${IS_CONTAINER_ACCOUNT})`,
      ],
    ],
  }),
  'host-process/user-account-missing': onContainer(`${IS_HOST_PROCESS} && !${USER}.hasValue()`),
  'os/conflicts-with-node-constraint': onPod(
    'variables.spec.?os.name.orValue("") == "linux" ? variables.onWindows && !variables.onLinux : variables.spec.?os.name.orValue("") == "windows" && variables.onLinux && !variables.onWindows',
  ),
  'os/mixed-os-containers': (settings) => ({
    ...onPod(
      'variables.images.exists(image, image.os == "windows") && variables.images.exists(image, image.os == "linux")',
    ),
    cases: [
      [
        'the repositories identify both operating systems',
        `variables.images.exists(image, ${osOfRepository(settings)} == "windows") && variables.images.exists(image, ${osOfRepository(settings)} == "linux")`,
      ],
      ['only a tag identifies one of the operating systems', 'true'],
    ],
  }),
  'os/name-invalid': { when: 'value != "" && !(value in ["windows", "linux"])' },
  'os/name-recommended': onPod('!has(variables.spec.os)'),
  'os/name-required': onPod('has(variables.spec.os) && variables.spec.os.?name.orValue("") == ""'),
  'os/pod-label-mismatch': {
    when: '(value != "windows" && variables.isForWindows) || (value != "linux" && variables.isForLinux)',
  },
  'os/windows-options-on-linux-node': {
    when: '!has(variables.spec.os) && variables.onLinux && !variables.onWindows && value.exists(key, key != "hostProcess" || value[key] == true)',
  },
  'os/windows-options-on-linux-pod': { when: 'variables.spec.?os.name.orValue("") == "linux"' },
  'pod/host-aliases': {
    when: IS_SET,
    cases: [['all containers are HostProcess containers', 'variables.allHostProcess']],
  },
  'pod/host-ipc': { when: 'value' },
  'pod/host-network': { when: 'value && !variables.allHostProcess' },
  'pod/host-network-port-mismatch': {
    when: 'value != 0 && variables.spec.?hostNetwork.orValue(false) && value != item.containerPort',
  },
  'pod/host-pid': { when: 'value' },
  'pod/host-users': harmless('value'),
  'pod/resources': {
    cases: [
      ['the field is not empty', '["requests", "limits", "claims"].exists(key, key in value && size(value[key]) > 0)'],
    ],
  },
  'pod/share-process-namespace': harmless('!value'),
  'pod/termination-grace-period-seconds': { when: 'value > 5 && value != 30' },
  'resources/claims-unsupported': { when: 'value.exists(claim, has(claim.name))' },
  'resources/huge-pages': { when: IS_POSITIVE },
  'resources/memory-in-millibytes': {
    when: `value.endsWith("m") && ${IS_POSITIVE} && quantity(value).isLessThan(quantity("1024"))`,
  },
  'resources/memory-limit-too-small': {
    when:
      `${IS_POSITIVE} && quantity(value).isLessThan(quantity("100Mi")) && !(value.endsWith("m") && quantity(value).isLessThan(quantity("1024"))) && !${IS_HOST_PROCESS} && ` +
      `variables.images.exists(image, image.name == container.name && [${BUILT_ON}].exists(base, base == "servercore" || (base == "nanoserver" && quantity(value).isLessThan(quantity("50Mi")))))`,
  },
  'resources/memory-request-not-limit': onLasting(
    [
      'container.?resources.requests.memory.hasValue()',
      'container.?resources.limits.memory.hasValue()',
      ...['requests', 'limits'].map(
        (one) =>
          `!(container.resources.${one}.memory.endsWith("m") && quantity(container.resources.${one}.memory).isLessThan(quantity("1024")))`,
      ),
      'quantity(container.resources.requests.memory).isLessThan(quantity(container.resources.limits.memory))',
    ].join(' && '),
  ),
  'resources/missing-requests-or-limits': onLasting('!container.?resources.limits.memory.hasValue()'),
  'resources/nvidia-gpu': { when: IS_POSITIVE },
  'run-as-non-root/container-administrator': onContainer(
    `${NON_ROOT} && ${USER}.orValue("").lowerAscii() == "containeradministrator"`,
  ),
  'run-as-non-root/host-process': onContainer(`${NON_ROOT} && ${IS_HOST_PROCESS}`),
  ...Object.fromEntries(Object.entries(FAULTS).map(([fault, when]) => [`run-as-user-name/${fault}`, { when }])),
  'scheduling/architecture': onPod(
    '["kubernetes.io/arch", "beta.kubernetes.io/arch"].exists(key, variables.spec.?nodeSelector[?key].orValue("amd64") != "amd64") || ' +
      'variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.optMap(terms, size(terms) > 0 && terms.all(term, term.?matchExpressions.orValue([]).exists(one, ' +
      'one.key in ["kubernetes.io/arch", "beta.kubernetes.io/arch"] && (one.operator == "In" ? size(one.?values.orValue([])) > 0 && !("amd64" in one.values) : one.operator == "NotIn" ? "amd64" in one.?values.orValue([]) : one.operator == "DoesNotExist")))).orValue(false)',
  ),
  'scheduling/beta-os-label': onPod(
    '["beta.kubernetes.io/os", "beta.kubernetes.io/arch"].exists(key, key in variables.spec.?nodeSelector.orValue({}) || ' +
      'variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([]).exists(term, term.?matchExpressions.orValue([]).exists(one, one.key == key)) || ' +
      'variables.spec.?affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution.orValue([]).exists(term, term.preference.?matchExpressions.orValue([]).exists(one, one.key == key)))',
  ),
  'scheduling/os-sku-unavailable': {
    when: 'value in ["Windows2019", "Windows2022", "Windows2025", "WindowsAnnual"]',
    cases: ['Windows2019', 'Windows2022', 'Windows2025', 'WindowsAnnual'].map((one) => [
      `the value is \`${one}\``,
      `value == ${text(one)}`,
    ]),
  },
  'scheduling/windows-build-end-of-support': {
    when: `value in ${labels(({ label, ended, build }) => label !== undefined && (ended || build === SERVER_2019))} && !variables.isVirtual`,
    cases: [
      ['the build is no longer supported by Microsoft', `value in ${labels(({ ended }) => ended)}`],
      ['the build is Windows Server 2019', 'true'],
    ],
  },
  'scheduling/windows-build-value': {
    when: `!${matches('value', /^10\.0\.[0-9]{1,9}$/)} || value in ${labels(({ label }) => label === undefined)}`,
    cases: [
      [
        'the value is not a valid label value',
        `value != "" && !(size(value) <= 63 && ${matches('value', /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/)})`,
      ],
    ],
  },
  'security-context/allow-privilege-escalation': harmless('!value'),
  'security-context/app-armor-profile': harmless('value.?type.orValue("") == "Unconfined"'),
  'security-context/capabilities': harmless('size(value.?add.orValue([])) == 0 && size(value.?drop.orValue([])) == 0'),
  'security-context/fs-group': {},
  'security-context/fs-group-change-policy': {},
  'security-context/privileged': harmless('!value'),
  'security-context/proc-mount': harmless('value == "Default"'),
  'security-context/read-only-root-filesystem': harmless('!value'),
  'security-context/run-as-group': {},
  'security-context/run-as-user': {},
  'security-context/se-linux-change-policy': {},
  'security-context/se-linux-options': harmless('size(value) == 0'),
  'security-context/seccomp-profile': harmless('value.?type.orValue("") == "Unconfined"'),
  'security-context/supplemental-groups': harmless('size(value) == 0'),
  'security-context/supplemental-groups-policy': {
    cases: [
      [NO_EFFECT, 'value == "Merge"'],
      ['the policy is `Strict`', 'value == "Strict"'],
    ],
  },
  'security-context/sysctls': { when: IS_SET },
  'service/sctp': { when: 'value == "SCTP"' },
  'volume-mounts/bind-mount-options': { when: IS_SET },
  'volume-mounts/dev-shm': { when: matches('value', /^\/dev\/shm\/*$/) },
  'volume-mounts/drive-root-old-containerd': {
    when: matches('value', /^[abd-z]:[\\/]*$/i),
  },
  'volume-mounts/mount-propagation': {
    when: 'value in ["HostToContainer", "Bidirectional"]',
    cases: [['the propagation is `Bidirectional`', 'value == "Bidirectional"']],
  },
  'volume-mounts/multiple-sub-paths': onContainer(
    'size(container.?volumeMounts.orValue([]).filter(mount, has(mount.subPath) || has(mount.subPathExpr))) > 1',
  ),
  'volume-mounts/recursive-read-only': {
    when: 'value in ["Enabled", "IfPossible"]',
    cases: [
      ['the value is `Enabled`', 'value == "Enabled"'],
      ['the value is `IfPossible`', 'value == "IfPossible"'],
    ],
  },
  'command/working-directory': {
    when: `${matches('value', /^\/([^\\/]|$)/)} && !${matches('value', /[${]/)} && ${FOLDER} != "/" && !${IS_HOST_PROCESS} && !container.?volumeMounts.orValue([]).exists(mount, ${FOLDER}.startsWith(${folder('mount.mountPath')}))`,
  },
  'env/case-insensitive-duplicate': {
    instead: [
      {
        of: 'container',
        test: envTest('first.name != one.name'),
      },
    ],
    cases: [
      ['the values differ', envTest(`first.name != one.name && !(${SAME_VALUE})`)],
      ['the values are equal', 'true'],
    ],
  },
  'env/path-override': {
    when: `value.name.lowerAscii() == "path" && size(value.?value.orValue("")) <= 4096 && !${matches('value.?value.orValue("")', /system32|\{\{|\$\{/i)} && !${IS_HOST_PROCESS}`,
    cases: [['the value is a list of Linux paths', matches('value.?value.orValue("")', /(^|:)\/[^:;]*:\//)]],
  },
  'gmsa/user-cannot-use-identity': onContainer(
    `!${IS_HOST_PROCESS} && ${HAS_GMSA} && ${USER}.optMap(value, ${HAS_NO_FAULT} && (${IS_LOCAL_SERVICE} || ${IS_CONTAINER_USER} || (!${HAS_DOMAIN} && value.lowerAscii() != "containeradministrator"))).orValue(false)`,
  ),
  'image/latest-tag': {
    ...onImage(
      `!image.text.contains("@") && image.tag in ["", "latest"] && !${IS_MOVED} && (${IS_BASE_IMAGE} || (image.os == "windows" && !${IMAGE_OF_HOST_PROCESS}))`,
    ),
    cases: [
      ['the image is a Windows base image', IS_BASE_IMAGE],
      ['the image is another Windows image', 'true'],
    ],
  },
  'image/base-image-end-of-support': ({ strictOsSupport }) => ({
    ...onBuild(
      `image.os == "windows" && image.build in ${builds(({ ended, build }) => ended || build <= SERVER_2019)} && ` +
        `(${HAS_ENDED} || !(variables.isVirtual || ${HAS_CLASS} || ${IMAGE_OF_HOST_PROCESS}))`,
    ),
    cases: [
      ['its release is no longer supported by Microsoft', HAS_ENDED],
      ['its release is Windows Server 2016', `image.build == "${SERVER_2016}"`],
      ...(strictOsSupport ? [['`kubewin.strictOsSupport` is set', 'true'] as const] : []),
    ],
  }),
  'image/build-mismatch-in-pod': (settings) =>
    onBuild(
      `!variables.isVirtual && variables.sharedBuilds.exists(other, ` +
        `!${runsOn(BUILD, OTHER_BUILD, settings)} && !${runsOn(OTHER_BUILD, BUILD, settings)})`,
      'variables.sharedBuilds',
    ),
  'image/build-mismatch-with-node': (settings) => {
    const runs = (all: 'all' | 'exists') => `variables.hostBuilds.${all}(host, ${runsOn(BUILD, 'host', settings)})`;
    const isNewer = runs('all');
    return {
      ...onBuild(
        `size(variables.hostBuilds) > 0 && !(${BUILD} in variables.hostBuilds && ${isNewer}) && !variables.isVirtual`,
        'variables.sharedBuilds',
      ),
      cases: [
        [
          'the nodes are one release newer than the image, and the runtime handler is unknown',
          `${HAS_CLASS} && ${isNewer}`,
        ],
        [
          'some selected nodes cannot run the image, and the runtime handler is unknown',
          `${HAS_CLASS} && ${runs('exists')}`,
        ],
        ['no selected node can run the image, and the runtime handler is unknown', HAS_CLASS],
        ['the nodes are one release newer than the image', isNewer],
        ['some selected nodes cannot run the image', runs('exists')],
        ['no selected node can run the image', 'true'],
      ],
    };
  },
  'image/unavailable-base-image': onBuild(
    `(image.path == "mcr.microsoft.com/windows" && image.build in ${builds(({ build }) => build >= SERVER_2022)}) || ` +
      `(image.path == "mcr.microsoft.com/windows/server" && image.build in ${builds(({ build }) => build < SERVER_2022)})`,
  ),
  'image/legacy-docker-hub-repository': onImage(IS_MOVED),
  'image/linux-image-on-windows': onImage(
    `!(variables.spec.?os.name.orValue("") in ["windows", "linux"]) && image.os == "linux" && !variables.images.exists(image, image.os == "windows")`,
  ),
  'image/linux-only-multi-platform-tag': onImage(
    `${matches('image.path', /^mcr\.microsoft\.com\/dotnet\/(aspnet|monitor|runtime|runtime-deps|sdk)$/)} && !image.text.contains("@") && image.os == "" && ${matches('image.tag', /^(latest|0*([89]|[1-9][0-9]+)([.-].*)?)?$/)}`,
  ),
  'image/old-kubernetes-registry': onImage('image.text.startsWith("k8s.gcr.io/")'),
  'os/conflicts-with-image': onImage(
    `(variables.spec.?os.name.orValue("") == "windows" && image.os == "linux") || (variables.isForLinux && image.os == "windows")`,
  ),
  'run-as-non-root/user-not-set': onImage(
    `image.path.startsWith("mcr.microsoft.com/") && ${BUILT_ON} == "servercore" && variables.containers.exists(container, container.name == image.name && ${NON_ROOT} && !${IS_HOST_PROCESS} && !${USER}.hasValue())`,
  ),
  'run-as-user-name/longer-than-20': {
    instead: [
      {
        of: 'pod',
        test: `variables.spec.?securityContext.windowsOptions.runAsUserName.optMap(value, ${IS_LONG} && !variables.containers.exists(container, !container.?securityContext.windowsOptions.runAsUserName.hasValue() && ${IS_HOST_PROCESS})).orValue(false)`,
      },
      {
        of: 'container',
        test: `container.?securityContext.windowsOptions.runAsUserName.optMap(value, ${IS_LONG} && !${IS_HOST_PROCESS}).orValue(false)`,
      },
    ],
  },
  'run-as-user-name/unknown-account': onContainer(
    `!${IS_HOST_PROCESS} && ${USER}.optMap(value, ${matches('value', /^(root|nobody|nginx|app|www-data|[0-9]+)$/i)} || ` +
      // A custom image may enable an account that is disabled in Windows; the user of the pod counts for several images.
      `(${matches('value', /^(administrator|guest)$/i)} && ${IS_FROM_MICROSOFT} && ` +
      '(container.?securityContext.windowsOptions.runAsUserName.hasValue() || variables.containers.all(container, ' +
      `container.?securityContext.windowsOptions.runAsUserName.hasValue() || ${IS_HOST_PROCESS} || ${IS_FROM_MICROSOFT})))).orValue(false)`,
  ),
  'scheduling/cloud-label-value': onPod(
    CLOUD_OS_LABELS.map(({ key, values }) => {
      const known = [...values.keys()];
      const letters = known.map((one) => one.toLowerCase().replace(/[\s_-]/g, ''));
      return `[variables.spec.?nodeSelector[?${text(key)}].orValue("")].exists(value, !(value in ${JSON.stringify(known)}) && value.lowerAscii().replace("-", "").replace("_", "").replace(" ", "") in ${JSON.stringify(letters)})`;
    }).join(' || '),
  ),
  'scheduling/eks-build-unavailable': ({ taint }) => (taint === 'eks' ? { when: 'value == "10.0.26100"' } : undefined),
  'scheduling/eks-compute-type': onPod(
    `!has(variables.spec.nodeName) && size(variables.requirements) > 0 && variables.requirements.all(all, all.exists(r, ${IS_COMPUTE_TYPE})) && ` +
      `[variables.requirements[0].filter(r, ${IS_COMPUTE_TYPE})[0].values].exists(values, size(values) == 1 && values[0] in ["auto", "fargate"])`,
  ),
  'scheduling/linux-only-nodes': onPod(
    '!has(variables.spec.nodeName) && size(variables.requirements) > 0 && (' +
      '["node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master"].exists(key, variables.requirements.all(all, all.exists(r, r.key == key && (r.operator == "Exists" || (r.operator == "In" && size(r.values) > 0))))) || ' +
      '(variables.requirements.all(all, all.exists(r, r.key == "kubernetes.azure.com/mode" && r.operator == "In" && size(r.values) > 0)) && variables.requirements.exists(all, all.exists(r, r.key == "kubernetes.azure.com/mode" && r.operator == "In" && size(r.values) > 0 && r.values.all(value, value == "system")))))',
  ),
  'scheduling/missing-os-constraint': {
    ...onPod('variables.isForWindows && !has(variables.spec.nodeName) && variables.onWindows && variables.onLinux'),
    cases: [
      ['its RuntimeClass is not in the workspace', HAS_CLASS],
      ['it selects a node pool by name', IS_IN_POOL],
      [
        'one of its images is for Linux',
        `variables.spec.?os.name.orValue("").lowerAscii() != "windows" && variables.images.exists(image, image.os == "linux") && !variables.images.exists(image, image.os == "windows")`,
      ],
    ],
  },
  'scheduling/no-matching-node': onPod(
    `!has(variables.spec.nodeName) && !${leaves('windows', 'variables.osRequirements')} && !${leaves('linux', 'variables.osRequirements')} && !${HAS_WRONG_OS} && !(${IS_BUILD_ON_LINUX})`,
  ),
  'scheduling/node-os-value': onPod(
    '["kubernetes.io/os", "beta.kubernetes.io/os"].exists(key, !(variables.spec.?nodeSelector[?key].orValue("") in ["", "windows", "linux"])) || ' +
      `(!variables.onWindows && !variables.onLinux && variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([]).exists(term, term.?matchExpressions.orValue([]).exists(r, ${IS_WRONG_OS})))`,
  ),
  'scheduling/windows-build-with-linux': onPod(
    `!variables.onWindows && !variables.onLinux && !${HAS_WRONG_OS} && ${IS_BUILD_ON_LINUX}`,
  ),
  'volume-mounts/duplicate-path-ignoring-case': onContainer(
    `[container.?volumeMounts.orValue([]).map(mount, mount.mountPath)].exists(paths, [paths.map(path, ${mountPoint('path')})].exists(places, paths.exists(path, paths[places.indexOf(${mountPoint('path')})] != path)))`,
  ),
  'volume-mounts/other-drive-subfolder': onContainer(
    `[container.?volumeMounts.orValue([]).map(mount, ${mountPoint('mount.mountPath')})].exists(places, places.exists(place, ${matches('place', /^[abd-z]:\\./)} && !(place.substring(0, 2) in places)))`,
  ),
  'volume-mounts/sub-path': ({ containerRuntime }) =>
    containerRuntime === 'docker' ? undefined : { when: 'value != ""' },
  'volume-mounts/sub-path-absolute': { when: matches('value', /^([A-Za-z]:|\\)/) },
  'volume-mounts/sub-path-backslash-backsteps': {
    when: `${matches('value', /(^|[\\/])\.\.([\\/]|$)/)} && !${matches('value', /(^|\/)\.\.(\/|$)/)}`,
  },
  'volume-mounts/system-root': {
    when: matches('value', String.raw`(?i)^(c:[\\/]*|[\\/]?)(windows([\\/]+system32)?)?[\\/]*$`),
    cases: [
      ['the path is the root of drive C', matches('value', /^(c:[\\/]*|[\\/]?)$/i)],
      ['the path is a Windows system folder', 'true'],
    ],
  },
  ...Object.fromEntries(
    [
      'aws-elastic-block-store',
      'azure-disk',
      'azure-file',
      'cephfs',
      'cinder',
      'fc',
      'flex-volume',
      'flocker',
      'gce-persistent-disk',
      'git-repo',
      'glusterfs',
      'image',
      'iscsi',
      'nfs',
      'photon-persistent-disk',
      'portworx',
      'quobyte',
      'rbd',
      'scale-io',
      'storage-os',
      'user-fields',
      'items-mode',
      'empty-dir-mode',
      'vsphere-volume',
    ].map((name) => [`volumes/${name}`, {}]),
  ),
  'volumes/csi-linux-only-driver': ({ linuxOnlyCsiDrivers }) => ({
    when: linuxOnlyDrivers(linuxOnlyCsiDrivers)
      .map((one) => (one.startsWith('*') ? `value.endsWith(${text(one.slice(1))})` : `value == ${text(one)}`))
      .join(' || '),
  }),
  'volumes/default-mode': { when: 'value != 420' },
  'volumes/empty-dir-huge-pages': { when: 'value.startsWith("HugePages")' },
  'volumes/empty-dir-memory': { when: 'value == "Memory"' },
  'volumes/ephemeral-block': { when: 'value == "Block"' },
  // The API server sets `ext4` in every `azureDisk`.
  'volumes/fs-type': {
    when: `value.lowerAscii() in ${LINUX_FILE_SYSTEMS} && !(value == "ext4" && has(volume.azureDisk))`,
  },
  'volumes/host-path-device-type': { when: 'value in ["BlockDevice", "CharDevice"]' },
  'volumes/host-path-docker-pipe': ({ containerRuntime }) =>
    containerRuntime === 'docker'
      ? undefined
      : {
          when:
            `value.lowerAscii().replace("/", "\\\\") == ${text(DOCKER_PIPE)} && !variables.allHostProcess && ` +
            `!variables.volumes.exists(one, one.?hostPath.path.orValue("").lowerAscii().replace("/", "\\\\") == ${text(CONTAINERD_PIPE)})`,
        },
  'volumes/host-path-linux-path': {
    when: `${IS_LINUX_NODE_PATH} && !value.endsWith(".sock") && !volume.?hostPath.type.orValue("").endsWith("Device")`,
    cases: [
      ['the `type` is empty', 'volume.?hostPath.type.orValue("") == ""'],
      [
        'the `type` requires an existing path, such as `Directory`',
        '!volume.?hostPath.type.orValue("").endsWith("OrCreate")',
      ],
    ],
  },
  'volumes/host-path-named-pipe-type': {
    when: `value in ["Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"] && ${IS_PIPE}`,
  },
  'volumes/host-path-unix-socket': {
    when: `value.endsWith(".sock") && !${IS_PLUGIN_SOCKET} && !variables.allHostProcess`,
    cases: [
      ['it is a runtime socket and `type` is set', `${IS_RUNTIME_SOCKET} && ${MUST_EXIST}`],
      ['it is a runtime socket and `type` is empty', IS_RUNTIME_SOCKET],
    ],
  },
  'volumes/secret-on-disk': {
    instead: [
      {
        of: 'volume',
        test: 'has(volume.secret) || volume.?projected.sources.orValue([]).exists(source, has(source.secret)) || volume.?csi.driver.orValue("") == "secrets-store.csi.k8s.io"',
      },
    ],
  },
};

/** The expression of a rule with these settings; undefined for a rule that no policy can express. */
export function expressionOf(id: string, settings: Settings): Expression | undefined {
  const entry = Object.hasOwn(EXPRESSIONS, id) ? EXPRESSIONS[id] : undefined;
  return typeof entry === 'function' ? entry(settings) : entry;
}
