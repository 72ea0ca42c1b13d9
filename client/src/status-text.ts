/** Where a setting of the cluster is set: in `.kubewin.yaml`, in the settings of the editor, by Nodes of the workspace folder, or nowhere. */
type Origin = 'file' | 'editor' | 'nodes' | 'default';

interface ClusterSetting {
  readonly value: string;
  readonly from: Origin;
}

/** The response to `kubewin/status`. */
export interface Status {
  readonly cluster: Readonly<
    Record<'provider' | 'kubernetesVersion' | 'containerRuntime' | 'taint' | 'mixedCluster', ClusterSetting>
  >;
  /** The configuration file that applies. */
  readonly config: string | null;
  readonly busy: boolean;
  readonly checked: string;
  readonly workloads: readonly {
    readonly verdict: 'windows' | 'linux' | 'either' | 'none' | 'unknown';
    readonly certainty: string | null;
  }[];
  readonly findings: Readonly<Record<'error' | 'warning' | 'information' | 'hint', number>>;
  readonly syntaxError: number | null;
  readonly why: string | null;
  /** Sentences on the values of the chart of the file. */
  readonly values: readonly string[];
}

/** Translates a text to the language of the editor, as `l10n.t` does. */
type Translate = (text: string, ...values: (string | number)[]) => string;

/** A short status: "1 Windows pod · 2 infos", "Linux: not checked". */
export function statusText({ checked, workloads, findings, syntaxError }: Status, t: Translate): string {
  if (checked !== 'yes') return t('Not checked');
  if (syntaxError !== null) return t('Not checked: YAML syntax error, line {0}', syntaxError);
  const found = foundIn(findings, t);
  const windows = workloads.filter(({ verdict }) => verdict === 'windows');
  const guessed = windows.filter(({ certainty }) => certainty === 'guessed').length;
  if (windows.length > 0) {
    const areAll = (known: string) => windows.every(({ certainty }) => certainty === known);
    const why = areAll('image') ? t(' (by image)') : areAll('assumed') ? t(' (on request)') : '';
    const some = guessed === windows.length ? t(' (guessed)') : t(' ({0} guessed)', guessed);
    const suffix = guessed === 0 ? why : some;
    const pods = windows.length === 1 ? t('1 Windows pod') : t('{0} Windows pods', windows.length);
    return [pods + suffix, ...(found.length > 0 ? found : [t('no problems')])].join(' · ');
  }
  if (found.length > 0) return [workloads.length === 0 ? t('No pods') : t('No Windows pods'), ...found].join(' · ');
  if (workloads.length === 0) return t('No pods');
  const systems = new Set(workloads.map(({ verdict }) => verdict));
  const [only] = systems.size === 1 ? systems : [];
  if (only === 'linux') return t('Linux: not checked');
  return only === 'unknown' ? t('Unknown operating system: not checked') : t('No Windows pods: not checked');
}

type Severity = keyof Status['findings'];

/** The numbers of findings, those of the worst severities first: at most two numbers. */
function foundIn(findings: Status['findings'], t: Translate): readonly string[] {
  const found = Object.entries(findings).filter(([, count]) => count > 0) as [Severity, number][];
  const texts = found.map(([severity, count]) => countOf(severity, count, t));
  if (found.length <= 2) return texts;
  const others = found.slice(1).reduce((sum, [, count]) => sum + count, 0);
  return [...texts.slice(0, 1), t('{0} more', others)];
}

function countOf(severity: Severity, count: number, t: Translate): string {
  switch (severity) {
    case 'error':
      return count === 1 ? t('1 error') : t('{0} errors', count);
    case 'warning':
      return count === 1 ? t('1 warning') : t('{0} warnings', count);
    case 'information':
      return count === 1 ? t('1 info') : t('{0} infos', count);
    case 'hint':
      return count === 1 ? t('1 hint') : t('{0} hints', count);
  }
}

/**
 * The release of the cluster, and its provider if there is room: VS Code does not wrap the texts of a status, and its button
 * is behind them.
 */
export function statusDetail(text: string, { cluster: { provider, kubernetesVersion } }: Status): string {
  const release = `Kubernetes ${kubernetesVersion.value}`;
  const detail = provider.value === 'unknown' ? release : `${provider.value.toUpperCase()}, ${release}`;
  return [detail, release].find((each) => text.length + each.length < ROOM) ?? '';
}

/** The characters of a status and its detail together. */
const ROOM = 55;

/** A line of the details of a status. */
interface StatusRow {
  readonly label: string;
  readonly description: string;
  /** The setting that it is about. */
  readonly setting?: string;
}

/** Why nothing is reported, what there is to say of the values of a chart, and the settings of the cluster with their origins. */
export function statusRows({ cluster, why, values }: Status, t: Translate): readonly StatusRow[] {
  const { provider, kubernetesVersion, containerRuntime, taint, mixedCluster } = cluster;
  const runtime = containerRuntime.value === 'docker' ? 'Docker' : containerRuntime.value.replace('-', ' ');
  const origins: Readonly<Record<Origin, string>> = {
    file: '.kubewin.yaml',
    editor: t('settings'),
    nodes: t('Nodes'),
    default: t('default'),
  };
  const row = (label: string, { from }: ClusterSetting, setting: string): StatusRow => {
    return { label, description: origins[from], setting };
  };
  return [
    ...[...(why === null ? [] : [why]), ...values].map((label) => ({
      label: label.replaceAll('`', ''),
      description: '',
    })),
    row(`Kubernetes ${kubernetesVersion.value}`, kubernetesVersion, 'kubernetesVersion'),
    row(provider.value === 'unknown' ? t('No provider') : t('Provider {0}', provider.value), provider, 'provider'),
    row(runtime, containerRuntime, 'containerRuntime'),
    row(taint.value === 'none' ? t('No taint') : t('Taint {0}', taint.value), taint, 'taint'),
    row(
      mixedCluster.value === 'true' ? t('Windows and Linux nodes') : t('Windows nodes'),
      mixedCluster,
      'mixedCluster',
    ),
  ];
}
