/** Where a setting of the cluster is from: `.kubewin.yaml`, the settings of the editor, or neither. */
type Origin = 'file' | 'editor' | 'default';

interface ClusterSetting {
  readonly value: string;
  readonly from: Origin;
}

/** The answer to `kubewin/status`. */
export interface Status {
  readonly cluster: Readonly<Record<'kubernetesVersion' | 'containerRuntime' | 'taint', ClusterSetting>>;
  /** The configuration file that counts. */
  readonly config: string | null;
  readonly busy: boolean;
  readonly checked: string;
  readonly workloads: readonly {
    readonly verdict: 'windows' | 'linux' | 'either' | 'none' | 'unknown';
    readonly certainty: string | null;
  }[];
  readonly findings: Readonly<Record<'error' | 'warning' | 'information' | 'hint', number>>;
  readonly why: string | null;
}

/** A status in a few words: "1 Windows pod · 2 infos", "Linux: not checked". */
export function statusText({ checked, workloads, findings }: Status): string {
  if (checked !== 'yes') return 'Not checked';
  const found = Object.entries(findings).flatMap(([severity, count]) =>
    count === 0 ? [] : [amount(count, severity === 'information' ? 'info' : severity)],
  );
  const windows = workloads.filter(({ verdict }) => verdict === 'windows');
  const guessed = windows.filter(({ certainty }) => certainty === 'guessed').length;
  if (windows.length > 0) {
    const how = guessed === 0 ? '' : guessed === windows.length ? ' (guessed)' : ` (${guessed} guessed)`;
    return [amount(windows.length, 'Windows pod') + how, ...(found.length > 0 ? found : ['no problems'])].join(' · ');
  }
  if (found.length > 0) return [workloads.length === 0 ? 'No pods' : 'No Windows pods', ...found].join(' · ');
  if (workloads.length === 0) return 'No pods';
  const systems = new Set(workloads.map(({ verdict }) => verdict));
  const [only] = systems.size === 1 ? systems : [];
  return `${NAMES[only ?? ''] ?? 'No Windows pods'}: not checked`;
}

const NAMES: Readonly<Record<string, string>> = { linux: 'Linux', unknown: 'Unknown operating system' };

/** The cluster with the origin of what is said of it, and why nothing is reported. */
export function statusDetail({ cluster, why }: Status): string {
  const { kubernetesVersion, containerRuntime, taint } = cluster;
  const runtime = containerRuntime.value === 'docker' ? 'Docker' : containerRuntime.value.replace('-', ' ');
  const settings = [
    { text: `Kubernetes ${kubernetesVersion.value}`, from: kubernetesVersion.from },
    { text: runtime, from: containerRuntime.from },
    { text: taint.value === 'none' ? 'no taint' : `taint ${taint.value}`, from: taint.from },
  ];
  const groups = (['file', 'editor', 'default'] as const).flatMap((origin) => {
    const texts = settings.flatMap(({ text, from }) => (from === origin ? [text] : []));
    return texts.length === 0 ? [] : [`${texts.join(', ')} (${ORIGINS[origin]})`];
  });
  return [...groups, ...(why === null ? [] : [why])].join(' · ');
}

const ORIGINS: Readonly<Record<Origin, string>> = { file: '.kubewin.yaml', editor: 'settings', default: 'default' };

function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
