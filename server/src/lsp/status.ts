import { objects } from '../kubernetes/object.ts';
import { readSettings, SETTINGS, type Settings, type Severity } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { FileReport } from '../workspace/report.ts';
import { NotificationType0, RequestType } from './protocol.ts';

/** A setting of the cluster, and where its value is set. */
export interface ClusterSetting {
  readonly value: string;
  /** A configuration file, the settings of the editor, or neither. */
  readonly from: 'file' | 'editor' | 'default';
}

/** The settings that describe the cluster. */
export const CLUSTER_SETTINGS = ['kubernetesVersion', 'containerRuntime', 'taint'] as const;

/** The status of a file: the verdicts of its pods, and why nothing is reported. */
export interface Status {
  readonly cluster: Readonly<Record<(typeof CLUSTER_SETTINGS)[number], ClusterSetting>>;
  /** The client's URI of the configuration file that applies. */
  readonly config: string | null;
  /** Whether the files of the workspace are still being read. */
  readonly busy: boolean;
  readonly checked: CheckState;
  readonly workloads: readonly {
    readonly kind: string;
    readonly name: string | null;
    readonly verdict: Verdict['os'];
    readonly certainty: Verdict['certainty'];
  }[];
  readonly findings: Readonly<Record<Severity, number>>;
  /** Why nothing is reported, as a sentence; null if there are findings. */
  readonly why: string | null;
}

export interface StatusParams {
  readonly uri: string;
}

export const StatusRequest = new RequestType<StatusParams, Status | null, void>('kubewin/status');
/** Notifies clients that have requested a status that it may have changed. */
export const StatusChanged = new NotificationType0('kubewin/statusChanged');

/** Whether a file is checked, and if not, why. */
export type CheckState = 'yes' | 'off' | 'excluded' | 'not open' | 'too large';

/** The parts of a status that do not depend on the content of the file. */
export type StatusFrame = Pick<Status, 'cluster' | 'config' | 'busy' | 'checked'>;

/**
 * The cluster settings of a file and where they are set. `inFile` are the keys that its configuration file sets, undefined
 * if there is no such file. A value of the editor that equals the default counts as the default.
 */
export function clusterOf(settings: Settings, inFile: readonly string[] | undefined): Status['cluster'] {
  // The default runtime follows from the release.
  const defaults = readSettings({ kubernetesVersion: settings.kubernetesVersion }).settings;
  const entries = CLUSTER_SETTINGS.map((key): [string, ClusterSetting] => {
    const standard = key === 'kubernetesVersion' ? SETTINGS[key].default : defaults[key];
    const elsewhere = settings[key] === standard || inFile !== undefined ? 'default' : 'editor';
    return [key, { value: settings[key], from: inFile?.includes(key) ? 'file' : elsewhere }];
  });
  return Object.fromEntries(entries) as unknown as Status['cluster'];
}

/** The status of a file. `report` must contain all documents of the file. It is undefined for an unknown file. */
export function statusOf(report: FileReport | undefined, frame: StatusFrame): Status {
  const { checked } = frame;
  const reports = report?.documents.map(({ report: document }) => document) ?? [];
  const workloads = reports
    .flatMap((document) => document.workloads)
    .map(({ pod: { object }, verdict: { os, certainty } }) => ({
      kind: object.kind,
      name: object.name,
      verdict: os,
      certainty,
    }));
  const findings = { error: 0, warning: 0, information: 0, hint: 0 };
  if (checked === 'yes') {
    for (const { findings: own } of report?.documents ?? []) for (const { severity } of own) findings[severity]++;
  }
  const isEmpty = Object.values(findings).every((count) => count === 0);
  return { ...frame, workloads, findings, why: isEmpty ? why(report, checked) : null };
}

function why(report: FileReport | undefined, checked: CheckState): string {
  if (checked !== 'yes') return t(NOT_CHECKED[checked]);
  const reports = report?.documents.map(({ report: document }) => document) ?? [];
  if (reports.some(({ findings }) => findings.length > 0)) return t('All problems are suppressed by comments.');
  const isTemplate = reports.some(({ document }) => document.template?.hasActions);
  if (reports.some(({ document }) => document.errors.length > 0)) {
    return isTemplate ? t('The template cannot be read as YAML.') : t('The YAML has syntax errors.');
  }
  if (!reports.some(({ document }) => objects(document).length > 0))
    return t('The file does not contain a Kubernetes object.');
  const verdicts = reports.flatMap(({ workloads }) => workloads.map(({ verdict }) => verdict));
  if (verdicts.length === 0) return t('The file does not contain a pod.');
  if (verdicts.every(({ os }) => os !== 'windows')) {
    return isTemplate
      ? t('The file does not contain a Windows pod, as far as the template shows.')
      : t('The file does not contain a Windows pod.');
  }
  return isTemplate ? t('No problems found, as far as the template shows.') : t('No problems found.');
}

const NOT_CHECKED: Readonly<Record<Exclude<CheckState, 'yes'>, string>> = {
  off: 'Checks are turned off (`kubewin.scope`).',
  excluded: 'The file is excluded (`kubewin.exclude` or `.kubewin.yaml`).',
  'too large': 'The file is too large: over 10 MB, or over the limit of YAML tokens.',
  'not open': 'Only open files are checked (`kubewin.scope`).',
};
