import type { LockedImages } from '../../images/image-lock.ts';
import { HOST } from '../../images/reference.ts';
import { type EmbeddedPods, PRESETS } from '../../kubernetes/embedded-pods.ts';
import { type Taint, taintText } from '../../kubernetes/toleration.ts';
import { type KubernetesVersion, minorOf, NEWEST_VERSION, parseVersion } from '../../kubernetes/version.ts';
import { FAST_GLOB, isFastGlob } from '../../text/glob.ts';
import { SERVER_2022 } from '../../windows/builds.ts';
import type { ContainerRuntime } from '../../windows/container-runtimes.ts';
import { CLUSTER_PROVIDERS, type ClusterProvider, impliedBy, PROVIDERS } from '../../windows/providers.ts';
import type { ChartValues, NamedValues } from './chart-values.ts';
import type { OwnRule } from './own-rules.ts';
import { choice, flag, isString, list, readItems, type Setting } from './setting.ts';
import type { RuleSetting } from './severity.ts';
import { today } from './today.ts';

export type { RuleSetting, Severity } from './severity.ts';

/** The settings that users can define for a folder. */
export interface Settings {
  readonly kubernetesVersion: KubernetesVersion;
  /** The day with which ends of support are compared, such as `2027-01-31`. */
  readonly date: string;
  /** Who operates the cluster. What it implies is already in the other settings that `readSettings` returns. */
  readonly provider: 'unknown' | ClusterProvider;
  /** Never `auto` in settings that `readSettings` returns. */
  readonly containerRuntime: 'auto' | ContainerRuntime;
  /** By rule ID or category; the ID wins. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  readonly scope: 'off' | 'open' | 'workspace';
  /** Whether an editor shows the verdict above each Windows workload. */
  readonly lens: boolean;
  /** Whether an editor marks where a manifest cannot be read. For a server, `auto` means `on`, except for JSON. */
  readonly reportSyntaxErrors: 'auto' | 'on' | 'off';
  /** What the code of a diagnostic is: the short code of its rule, or its ID. */
  readonly ruleCodes: 'id' | 'short';
  /** Whether the menu of a finding has entries that suppress it. */
  readonly 'codeActions.suppress': boolean;
  /** Whether the menu of a finding has an entry that shows the page of its rule. */
  readonly 'codeActions.documentation': boolean;
  /** Globs of files that are not read. */
  readonly exclude: readonly string[];
  /** The taint of the cluster's Windows nodes: the ID of a provider, or `key=value:effect`. `auto` like that of the runtime. */
  readonly taint: string;
  readonly strictImageMatching: boolean;
  readonly strictOsSupport: boolean;
  /** Prefixes of image names that are always Windows images. */
  readonly windowsImages: readonly string[];
  /** Prefixes of image names that are always Linux images. */
  readonly linuxImages: readonly string[];
  /** Prefixes of Windows images that include a POSIX shell and its utilities. */
  readonly posixShellImages: readonly string[];
  /** CSI drivers without Windows support, in addition to the built-in list. A leading `*` matches any text. */
  readonly linuxOnlyCsiDrivers: readonly string[];
  readonly mixedCluster: boolean;
  readonly cniMode: 'unknown' | 'overlay' | 'l2bridge';
  /** The DNS domain of the cluster's Services. */
  readonly clusterDomain: string;
  /** Where custom resources contain pods, in addition to the built-in kinds. */
  readonly embeddedPods: EmbeddedPods;
  /** The values with which charts are checked, by globs of their folders. If several match a chart, the last one counts. */
  readonly 'helm.values': Readonly<Record<string, NamedValues>>;
  /** The hosts that are asked before a registry, in order. */
  readonly 'images.mirrors': Readonly<Record<string, readonly string[]>>;
  /** After how many days a hint says that the platforms of images are old; 0 for never. */
  readonly 'images.maxAge': number;
}

/** What the check of a file depends on: the settings, and what the user asks for only once. */
export interface CheckSettings extends Settings {
  /** The objects whose pods are checked as Windows pods on request, by `assumptionKey`; true for all. */
  readonly assumeWindows?: true | readonly string[];
  /** The values of the chart that a file belongs to; by default, those of the chart itself. */
  readonly chartValues?: ChartValues;
  /** What registries say of images, by their whole names. */
  readonly images?: LockedImages;
  /** The rules that `.kubewin.yaml` defines. */
  readonly ownRules?: readonly OwnRule[];
}

/**
 * The settings with which all pods are checked as Windows pods: the same object for the same settings, because cached results
 * are valid only for it.
 */
export function assumingWindows(settings: Settings): CheckSettings {
  const known = ASSUMING.get(settings) ?? { ...settings, assumeWindows: true };
  ASSUMING.set(settings, known);
  return known;
}

const ASSUMING = new WeakMap<Settings, CheckSettings>();

/** An invalid setting, or an invalid entry of one. Without a value, the name of the entry is invalid. */
export interface InvalidValue {
  readonly key: string;
  readonly entry: string | undefined;
  readonly value: unknown;
}

const SEVERITIES: readonly RuleSetting[] = ['off', 'on', 'error', 'warning', 'information', 'hint'];
const VERSION_PATTERN = '^v?1\\.\\d+(\\.\\d+)?$';
const DATE_PATTERN = '^(today|\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]))$';
const TAINT_PATTERN = `^(auto|none|${PROVIDERS.map(({ id }) => id).join('|')}|[^=:\\s]+=[^=:\\s]*:(NoSchedule|PreferNoSchedule|NoExecute))$`;
const KIND_PATTERN = '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[A-Z][A-Za-z0-9]*$';
const PATH_PATTERN = '^[-\\w]+(\\[\\*\\])?(\\.[-\\w]+(\\[\\*\\])?)*$';
const DOMAIN_PATTERN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';
const VALUES_PATTERN = '\\.(ya?ml|json)$';
const SET_PATTERN = '^[-.\\w]{1,40}$';
const DATE = new RegExp(DATE_PATTERN);
const TAINT = new RegExp(TAINT_PATTERN);
const KIND = new RegExp(KIND_PATTERN);
const PATH = new RegExp(PATH_PATTERN);
const DOMAIN = new RegExp(DOMAIN_PATTERN);
const VALUES = new RegExp(VALUES_PATTERN);
const SET = new RegExp(SET_PATTERN);
const DAYS = /^\d{1,6}$/;

/** How many sets of values a chart can have. */
export const MAX_VALUE_SETS = 20;

const VALUES_FILE = {
  type: 'string',
  pattern: VALUES_PATTERN,
  patternErrorMessage: 'It must be a YAML or JSON file.',
};

/** The kinds that do not need the setting, by API group. */
export const BUILT_IN_PATHS: string = `Built in: ${presets()}. Setting one of these replaces its built-in paths.`;

/** All settings. The reader, the settings of the editor and the options of the command line are derived from this table. */
export const SETTINGS: { readonly [K in keyof Settings]: Setting<Settings[K]> } = {
  kubernetesVersion: {
    default: NEWEST_VERSION,
    description:
      'The Kubernetes release of the cluster, such as `1.29`. It determines what the API server rejects and how nodes behave.',
    schema: {
      type: 'string',
      pattern: VERSION_PATTERN,
      patternErrorMessage: 'It must be a release from 1.14, such as 1.29.',
    },
    read: (raw) => (typeof raw === 'string' ? parseVersion(raw) : undefined),
  },
  date: {
    default: 'today',
    description:
      'The date with which ends of support of Windows releases, node images and containerd are compared: `today`, or a date such as `2027-01-31`.',
    schema: {
      type: 'string',
      pattern: DATE_PATTERN,
      patternErrorMessage: 'It must be today or a date such as 2027-01-31.',
    },
    read: (raw) => (typeof raw === 'string' && DATE.test(raw) ? raw : undefined),
  },
  provider: choice(
    ['unknown', ...CLUSTER_PROVIDERS],
    'The provider of the cluster. It determines the taint and the container runtime of the Windows nodes, unless they are set. What the provider does not support is reported, too.',
    {
      unknown: 'Another provider, or none.',
      aks: 'Azure Kubernetes Service.',
      eks: 'Amazon Elastic Kubernetes Service.',
      gke: 'Google Kubernetes Engine.',
      openshift: 'Red Hat OpenShift.',
    },
  ),
  containerRuntime: choice(
    ['auto', 'containerd-2', 'containerd-1.7', 'containerd-1.6', 'docker'],
    'The container runtime of the Windows nodes. By default, it follows from the provider and the Kubernetes release.',
    {
      auto: 'That of the provider, if it is known. Otherwise containerd 2 for Kubernetes 1.36 and later, and containerd 1.7 before.',
      'containerd-2': 'containerd 2.',
      'containerd-1.7': 'containerd 1.7.',
      'containerd-1.6': 'containerd 1.6.',
      docker: 'Docker with dockershim, or Mirantis Container Runtime with cri-dockerd.',
    },
  ),
  rules: {
    default: {},
    description:
      'Turns rules off or changes their severity. Maps a rule such as `pod/host-network` or a category such as `image` to `off`, `error`, `warning`, `information` or `hint`, or to `on` for the severities that rules have by themselves. All but `off` turn on rules that are off by default, too.',
    schema: { type: 'object', additionalProperties: { type: 'string', enum: SEVERITIES } },
    read: (raw, report) =>
      readEntries(raw, (id, value) => SEVERITIES.find((severity) => severity === value) ?? report(id, value)),
  },
  scope: choice(['workspace', 'open', 'off'], 'Which files are checked.', {
    workspace: 'All manifests in the workspace, including files that are not open.',
    open: 'Only open files.',
    off: 'No files.',
  }),
  lens: {
    default: true,
    description:
      'Code lenses above workloads that run or may run on Windows. They lead to the problems of the workload, make it ready for Windows, explain it, and check it as a Windows pod.',
    schema: { type: 'boolean' },
    // Before 0.2, it was `on` or `off`.
    read: (raw) => (raw === 'on' || raw === 'off' ? raw === 'on' : typeof raw === 'boolean' ? raw : undefined),
  },
  reportSyntaxErrors: choice(['auto', 'on', 'off'], 'Reports where an open manifest cannot be read as YAML.', {
    auto: 'Report it unless the YAML extension (`redhat.vscode-yaml`) does, or VS Code itself for JSON.',
    on: 'Always report it.',
    off: 'Never report it.',
  }),
  ruleCodes: {
    ...choice(['id', 'short'], 'How the list of problems names rules.', {
      id: 'By ID, such as `pod/host-network`.',
      short: 'By short code, such as `KW1101`, which leaves more room for messages. It links to the page of the rule.',
    }),
    // Other editors may not show the link, so that a code would not say what it is about.
    inVsCode: 'short',
  },
  'codeActions.suppress': flag(
    'Offers to suppress a finding or to turn off its rule in the menu of quick fixes.',
    true,
  ),
  'codeActions.documentation': flag('Offers the page of a rule in the menu of quick fixes.', true),
  exclude: list(
    `Glob patterns of files and folders to skip, in addition to \`#files.exclude#\` and \`.gitignore\`. A pattern can have ${FAST_GLOB}.`,
    isFastGlob,
  ),
  taint: {
    default: 'auto',
    description: `The taint of the Windows nodes: \`auto\`, which is the one that \`provider\` sets by default, \`none\`, that of a provider (${providersWith('taint')}), or \`key=value:effect\`. A quick fix adds the toleration for it. For a provider that sets no taint (${providersWith('no taint')}), nothing is reported.`,
    schema: {
      type: 'string',
      pattern: TAINT_PATTERN,
      patternErrorMessage: 'It must be auto, none, a provider or key=value:effect.',
    },
    read: (raw) => (typeof raw === 'string' && TAINT.test(raw) ? raw : undefined),
  },
  strictImageMatching: flag(
    'Requires every image to match the exact build of its node, as some providers do. By default, nodes of Windows Server 2025 can also run images of Windows Server 2022.',
  ),
  linuxOnlyCsiDrivers: list(
    'CSI drivers without a node plug-in for Windows, in addition to the built-in list: `nfs.example.com`, or `*.nfs.example.com` for every name that ends with it.',
  ),
  strictOsSupport: flag(
    'Also reports images of Windows Server 2019 before Kubernetes 1.35, which is the first release without support for it.',
  ),
  mixedCluster: flag('The cluster has both Windows and Linux nodes, so Linux pods need a node selector too.'),
  windowsImages: list(
    'Prefixes of image names that are always Windows images, such as `registry.example/windows/`. The longest matching prefix wins.',
  ),
  linuxImages: list(
    'Prefixes of image names that are always Linux images, such as `registry.example/linux/`. The longest matching prefix wins.',
  ),
  posixShellImages: list('Prefixes of Windows images that include `sh` and Linux utilities.'),
  cniMode: choice(['unknown', 'overlay', 'l2bridge'], 'The network mode of the Windows nodes.', {
    unknown: 'Nothing that depends on the network mode is reported.',
    overlay: 'An overlay network, such as VXLAN.',
    l2bridge: 'An l2bridge network, such as Azure CNI.',
  }),
  clusterDomain: {
    default: 'cluster.local',
    description: 'The DNS domain of the cluster. A quick fix uses it to complete the names of Services.',
    schema: {
      type: 'string',
      pattern: DOMAIN_PATTERN,
      patternErrorMessage: 'It must be a domain such as cluster.local.',
    },
    read: (raw) => (typeof raw === 'string' && DOMAIN.test(raw) ? raw : undefined),
  },
  embeddedPods: {
    default: {},
    description: `Where custom resources contain pods. Maps an API group and kind such as \`example.com/Widget\` to the paths of its pod templates or pod specs, such as \`["spec.template"]\` or \`["spec.pools[*].template"]\`. ${BUILT_IN_PATHS}`,
    schema: {
      type: 'object',
      propertyNames: { pattern: KIND_PATTERN },
      additionalProperties: {
        type: 'array',
        items: {
          type: 'string',
          pattern: PATH_PATTERN,
          patternErrorMessage: 'It must be a path such as spec.pools[*].template.',
        },
      },
    },
    read: (raw, report) =>
      readEntries(raw, (kind, paths) => {
        if (!KIND.test(kind)) return report(kind);
        if (!Array.isArray(paths)) return report(kind, paths);
        const valid = readItems(paths, isPath, (_, path) => report(kind, path));
        // An empty list would replace the built-in paths.
        return valid.length === 0 && paths.length > 0 ? undefined : valid;
      }),
  },
  'helm.values': {
    default: {},
    description:
      'Values files with which Helm charts are checked. Maps the folder of a chart, or a glob such as `charts/*`, to a list of files such as `["values-windows.yaml"]`, relative to the folder of the chart, or to several lists with names such as `{ "linux": [], "windows": ["values-windows.yaml"] }`, of which each is checked.',
    schema: {
      type: 'object',
      additionalProperties: {
        type: ['array', 'object'],
        items: VALUES_FILE,
        propertyNames: { pattern: SET_PATTERN },
        maxProperties: MAX_VALUE_SETS,
        additionalProperties: { type: 'array', items: VALUES_FILE },
      },
    },
    read: (raw, report) =>
      readEntries(raw, (glob, values) => {
        if (!isFastGlob(glob)) return report(glob);
        const sets = isRecord(values) ? Object.entries(values) : [['', values] as const];
        const isValid = sets.every(([name, files]) => {
          return (!isRecord(values) || SET.test(name)) && Array.isArray(files) && files.every(isValuesFile);
        });
        return isValid && sets.length <= MAX_VALUE_SETS ? (values as NamedValues) : report(glob, values);
      }),
  },
  'images.mirrors': {
    default: {},
    description:
      'Mirrors of image registries. `kubewin images` with `--lock` or `--check` asks them before the registry. Maps a registry such as `docker.io` to hosts such as `["mirror.example:5000"]`, which are tried in order.',
    schema: {
      type: 'object',
      propertyNames: { pattern: HOST.source },
      additionalProperties: {
        type: 'array',
        items: {
          type: 'string',
          pattern: HOST.source,
          patternErrorMessage: 'It must be a host such as mirror.example:5000, without a scheme or a path.',
        },
      },
    },
    read: (raw, report) =>
      readEntries(raw, (registry, hosts) => {
        if (!HOST.test(registry)) return report(registry);
        return Array.isArray(hosts)
          ? readItems(hosts, isHost, (_, host) => report(registry, host))
          : report(registry, hosts);
      }),
  },
  'images.maxAge': {
    default: 90,
    description:
      'After how many days a hint says that platforms in `.kubewin-images.yaml` are old. They are compared with `date`. `0` turns it off.',
    schema: { type: 'integer', minimum: 0 },
    read: (raw) => (!Array.isArray(raw) && DAYS.test(String(raw)) ? Number(raw) : undefined),
  },
};

/** Settings that `overrides` of the configuration file cannot have: they have globs of their own, or are not about manifests. */
export const NOT_IN_OVERRIDES: readonly string[] = ['exclude', 'helm.values', 'images.mirrors', 'images.maxAge'];

/** Settings that only editors have. */
export const EDITOR_SETTINGS: readonly string[] = [
  'scope',
  'lens',
  'reportSyntaxErrors',
  'ruleCodes',
  'codeActions.suppress',
  'codeActions.documentation',
];

export const DEFAULT_SETTINGS: Settings = readSettings({}).settings;

/** Reads settings from a plain object. Invalid values are replaced by their default, and invalid entries are left out. */
export function readSettings(raw: unknown): { settings: Settings; faults: InvalidValue[] } {
  const given = isRecord(raw) ? raw : {};
  const faults: InvalidValue[] = [];
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const value = given[key];
    if (value === undefined || value === null) return [key, setting.default];
    const read = setting.read(value, (entry, entryValue) => {
      faults.push({ key, entry, value: entryValue });
      return undefined;
    });
    if (read === undefined) faults.push({ key, entry: undefined, value });
    return [key, read ?? setting.default];
  });
  const settings = Object.fromEntries(entries) as unknown as Settings;
  const date = settings.date === 'today' ? today() : settings.date;
  const implied = { date, taint: impliedTaint(settings), containerRuntime: runtimeOf(settings) };
  return { settings: { ...settings, ...implied }, faults };
}

/**
 * Kubernetes 1.35 is the last release that supports containerd 1.x.
 * https://kubernetes.io/blog/2025/12/17/kubernetes-v1-35-release/
 */
function runtimeOf({ containerRuntime, kubernetesVersion, provider }: Settings): ContainerRuntime {
  if (containerRuntime !== 'auto') return containerRuntime;
  const implied = provider === 'unknown' ? undefined : impliedBy(provider, kubernetesVersion);
  const runtime = implied?.runtimeOf(implied.defaultBuild ?? SERVER_2022);
  if (runtime !== undefined) return runtime;
  return minorOf(kubernetesVersion) > 35 ? 'containerd-2' : 'containerd-1.7';
}

function impliedTaint({ taint, provider, kubernetesVersion }: Settings): string {
  if (taint !== 'auto') return taint;
  return provider === 'unknown' ? 'none' : impliedBy(provider, kubernetesVersion).taint;
}

/** The IDs of the providers whose nodes have a taint by default, or of the others. */
function providersWith(which: 'taint' | 'no taint'): string {
  const ids = PROVIDERS.flatMap(({ id, taint }) =>
    (taint === undefined) === (which === 'no taint') ? `\`${id}\`` : [],
  );
  return ids.join(', ');
}

/** The words that the setting `taint` accepts, besides a taint itself; the default first. */
export const TAINT_CHOICES: readonly { readonly value: string; readonly description: string }[] = [
  { value: 'auto', description: 'The taint that the provider sets by default' },
  { value: 'none', description: 'No taint' },
  ...PROVIDERS.map(({ id, name, taint }) => {
    return { value: id, description: `${name}: ${taint === undefined ? 'no taint' : taintText(taint)}` };
  }),
];

/** The taint that the setting names; undefined for `none` and for providers without a default taint. */
export function taintOf(setting: string): Taint | undefined {
  const provider = PROVIDERS.find(({ id }) => id === setting);
  if (provider !== undefined) return provider.taint;
  const [, key, value = '', effect] = /^([^=:]+)=([^=:]*):(\w+)$/.exec(setting) ?? [];
  return key === undefined ? undefined : { key, value, effect: effect as Taint['effect'] };
}

function presets(): string {
  const groups = new Set(PRESETS.map((id) => id.slice(0, id.indexOf('/'))));
  const kindsOf = (group: string) =>
    PRESETS.flatMap((id) => (id.startsWith(`${group}/`) ? id.slice(group.length + 1) : []));
  return [...groups].map((group) => `\`${group}\` (${kindsOf(group).join(', ')})`).join(', ');
}

/** The valid entries of a mapping; undefined if it is not a mapping. */
function readEntries<T>(
  raw: unknown,
  read: (name: string, value: unknown) => T | undefined,
): Record<string, T> | undefined {
  if (!isRecord(raw)) return undefined;
  const entries = Object.entries(raw).map(([name, value]) => [name, read(name, value)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
}

function isPath(raw: unknown): raw is string {
  return isString(raw) && PATH.test(raw);
}

function isHost(raw: unknown): raw is string {
  return isString(raw) && HOST.test(raw);
}

function isValuesFile(raw: unknown): raw is string {
  return isString(raw) && VALUES.test(raw) && !/^[/\\]|^[a-z][a-z\d+.-]*:/i.test(raw);
}

/** Whether an untrusted value is a mapping. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
