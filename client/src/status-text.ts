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
  const found = Object.entries(findings).flatMap(([severity, count]) =>
    count === 0 ? [] : [countOf(severity as Severity, count, t)],
  );
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

/** The settings of the cluster and where they are set, why nothing is reported, and what there is to say of values of a chart. */
export function statusDetail({ cluster, why, values }: Status, t: Translate): string {
  const { provider, kubernetesVersion, containerRuntime, taint, mixedCluster } = cluster;
  const runtime = containerRuntime.value === 'docker' ? 'Docker' : containerRuntime.value.replace('-', ' ');
  const settings = [
    ...(provider.value === 'unknown' ? [] : [{ text: t('provider {0}', provider.value), from: provider.from }]),
    { text: `Kubernetes ${kubernetesVersion.value}`, from: kubernetesVersion.from },
    { text: runtime, from: containerRuntime.from },
    { text: taint.value === 'none' ? t('no taint') : t('taint {0}', taint.value), from: taint.from },
    ...(mixedCluster.value === 'true' ? [{ text: t('Windows and Linux nodes'), from: mixedCluster.from }] : []),
  ];
  const origins: Readonly<Record<Origin, string>> = {
    file: '.kubewin.yaml',
    editor: t('settings'),
    nodes: t('Nodes'),
    default: t('default'),
  };
  const groups = (['file', 'editor', 'nodes', 'default'] as const).flatMap((origin) => {
    const texts = settings.flatMap(({ text, from }) => (from === origin ? [text] : []));
    return texts.length === 0 ? [] : [`${texts.join(', ')} (${origins[origin]})`];
  });
  return [...groups, ...(why === null ? [] : [why]), ...values].join(' · ');
}
