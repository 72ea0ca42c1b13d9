import { objects } from '../kubernetes/object.ts';
import { readSettings, SETTINGS, type Settings, type Severity } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { FileReport } from '../workspace/workspace.ts';
import { NotificationType0, RequestType } from './protocol.ts';

/** A setting of the cluster, and where its value is from. */
export interface ClusterSetting {
  readonly value: string;
  /** A configuration file, the settings of the editor, or neither. */
  readonly from: 'file' | 'editor' | 'default';
}

/** The settings that say what the cluster is like. */
export const CLUSTER_SETTINGS = ['kubernetesVersion', 'containerRuntime', 'taint'] as const;

/** What an editor can show beside a file: the verdicts of its pods, and why nothing is reported. */
export interface Status {
  readonly cluster: Readonly<Record<(typeof CLUSTER_SETTINGS)[number], ClusterSetting>>;
  /** The configuration file that counts, by the client's name. */
  readonly config: string | null;
  /** Whether the files of the workspace are being read, so that more may be known soon. */
  readonly busy: boolean;
  readonly checked: Checked;
  readonly workloads: readonly {
    readonly kind: string;
    readonly name: string | null;
    readonly verdict: Verdict['os'];
    readonly certainty: Verdict['certainty'];
  }[];
  readonly findings: Readonly<Record<Severity, number>>;
  /** A sentence; null where something is reported. */
  readonly why: string | null;
}

export interface StatusParams {
  readonly uri: string;
}

export const StatusRequest = new RequestType<StatusParams, Status | null, void>('kubewin/status');
/** Says that a status may be another one now; sent to clients that have asked for one. */
export const StatusChanged = new NotificationType0('kubewin/statusChanged');

/** Whether a file is checked, and if not, why. */
export type Checked = 'yes' | 'off' | 'excluded' | 'not open' | 'too large';

/** What a status is about besides the file: what holds for it, and what sets it. */
export type StatusFrame = Pick<Status, 'cluster' | 'config' | 'busy' | 'checked'>;

/**
 * Where the settings of a file are from. `inFile` are the keys that its configuration file sets, undefined where none
 * counts. What an editor sets as it is by default is told as the default.
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

/** The status of a file; `report` has to have every document, and is undefined for a file that is not known. */
export function statusOf(report: FileReport | undefined, frame: StatusFrame): Status {
  const { checked } = frame;
  const reports = report?.documents.map((one) => one.report) ?? [];
  const workloads = reports
    .flatMap((one) => one.workloads)
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

function why(report: FileReport | undefined, checked: Checked): string {
  if (checked !== 'yes') return t(NOT_CHECKED[checked]);
  const reports = report?.documents.map((one) => one.report) ?? [];
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

const NOT_CHECKED: Readonly<Record<Exclude<Checked, 'yes'>, string>> = {
  off: 'Checks are turned off (`kubewin.scope`).',
  excluded: 'The file is excluded (`kubewin.exclude` or `.kubewin.yaml`).',
  'too large': 'The file is too large: over 10 MB, or over the limit of YAML tokens.',
  'not open': 'Only open files are checked (`kubewin.scope`).',
};
