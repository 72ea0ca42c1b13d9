import { isTooLargeObject } from '../kubernetes/manifest-text.ts';
import { objects } from '../kubernetes/object.ts';
import { verdictsIn } from '../lint/engine/report.ts';
import { CLUSTER_SETTINGS, type ClusterKey } from '../lint/settings/cluster-settings.ts';
import { readSettings, SETTINGS, type Settings, type Severity } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { ValuesFault } from '../workspace/named-values.ts';
import type { FileReport } from '../workspace/report.ts';
import { NotificationType0, RequestType } from './protocol.ts';

/** A setting of the cluster, and where its value is set. */
export interface ClusterSetting {
  readonly value: string;
  /** A configuration file, the settings of the editor, the Nodes of the workspace folder, or none of them. */
  readonly from: 'file' | 'editor' | 'nodes' | 'default';
}

/** The status of a file: the verdicts of its pods, and why nothing is reported. */
export interface Status {
  readonly cluster: Readonly<Record<ClusterKey, ClusterSetting>>;
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
  /** The line of the first YAML syntax error, counted from 1; null for a template. */
  readonly syntaxError: number | null;
  /** Why nothing is reported, as a sentence; null if there are findings, or if a syntax error is the reason. */
  readonly why: string | null;
  /** Sentences on the values of the chart of the file: what is wrong with those that are named, or which could be named. */
  readonly values: readonly string[];
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
export type StatusFrame = Pick<Status, 'cluster' | 'config' | 'busy' | 'checked' | 'values'>;

/** Which settings are set for a file, by their names. */
export interface SettingOrigins {
  /** Whether a configuration file applies, so that the settings of the editor do not. */
  readonly isFile: boolean;
  /** What the configuration file sets, or else the settings of the editor. */
  readonly given: readonly string[];
  /** What follows from Nodes, without what is set. */
  readonly fromNodes: readonly string[];
}

/** The cluster settings of a file and where they are set. A value of the editor that equals the default counts as the default. */
export function clusterOf(settings: Settings, { isFile, given, fromNodes }: SettingOrigins): Status['cluster'] {
  // The default runtime and taint follow from the provider and the release.
  const { provider, kubernetesVersion } = settings;
  const implied = readSettings({ provider, kubernetesVersion }).settings;
  const originOf = (key: ClusterKey): ClusterSetting['from'] => {
    const standard = key === 'containerRuntime' || key === 'taint' ? implied[key] : SETTINGS[key].default;
    if (given.includes(key)) return isFile ? 'file' : settings[key] === standard ? 'default' : 'editor';
    return fromNodes.includes(key) ? 'nodes' : 'default';
  };
  const entries = CLUSTER_SETTINGS.map((key) => [key, { value: String(settings[key]), from: originOf(key) }]);
  return Object.fromEntries(entries);
}

/** The sentences on the values of a chart: faults in those that are named, and files that could be named. */
export function valuesText(faults: readonly ValuesFault[], proposed: readonly string[]): readonly string[] {
  const wrong = faults.map(({ file, message }) => (file === undefined ? message : `\`${file.path}\`: ${message}`));
  if (proposed.length === 0) return wrong;
  const shown = proposed.slice(0, MAX_PROPOSED).map((path) => `\`${path}\``);
  const files = shown.join(', ') + (proposed.length > shown.length ? ', …' : '');
  return [...wrong, t`\`kubewin.helm.values\` can name ${files}, so that the chart is checked with these values, too.`];
}

/** How many values files a status proposes. */
const MAX_PROPOSED = 3;

/** The status of a file. `report` must contain all documents of the file. It is undefined for an unknown file. */
export function statusOf(report: FileReport | undefined, frame: StatusFrame): Status {
  const { checked } = frame;
  const reports = report?.documents.map(({ report: document }) => document) ?? [];
  const workloads = reports.flatMap(verdictsIn).map(({ object, verdict: { os, certainty } }) => ({
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
  const syntaxError = checked === 'yes' ? lineOfSyntaxError(report) : null;
  return {
    ...frame,
    workloads,
    findings,
    syntaxError,
    why: isEmpty && syntaxError === null ? why(report, checked) : null,
  };
}

/** The line of the first syntax error; null for a template, which is YAML only after rendering. */
function lineOfSyntaxError(report: FileReport | undefined): number | null {
  const documents = report?.documents.filter(({ report: { document } }) => !document.template?.hasActions) ?? [];
  const [at] = documents.flatMap(({ start, report: { document } }) => document.errors.map(({ at }) => start + at));
  return report === undefined || at === undefined ? null : report.file.lines.positionAt(at).line + 1;
}

function why(report: FileReport | undefined, checked: CheckState): string {
  if (checked !== 'yes') return t(NOT_CHECKED[checked]);
  const reports = report?.documents.map(({ report: document }) => document) ?? [];
  if (reports.some(({ findings }) => findings.length > 0)) return t('All problems are suppressed by comments.');
  const isTemplate = reports.some(({ document }) => document.template?.hasActions);
  if (reports.some(({ document }) => isTooLargeObject(document.text)))
    return t('The API server does not accept an object of more than 3 MB.');
  if (reports.some(({ document }) => document.errors.length > 0)) return t('The template cannot be read as YAML.');
  if (!reports.some(({ document }) => objects(document).length > 0))
    return t('The file does not contain a Kubernetes object.');
  const verdicts = reports.flatMap(verdictsIn).map(({ verdict }) => verdict);
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
