import { NotificationType0, RequestType } from 'vscode-languageserver';
import { objects } from '../kubernetes/object.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Severity } from '../lint/settings.ts';
import type { Verdict } from '../windows/verdict.ts';
import type { FileReport } from '../workspace/workspace.ts';

/** What an editor can show beside a file: the verdicts of its pods, and why nothing is reported. */
export interface Status {
  readonly kubernetesVersion: KubernetesVersion;
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

/** The status of a file; `report` has to have every document, and is undefined for a file that is not known. */
export function statusOf(report: FileReport | undefined, checked: Checked, version: KubernetesVersion): Status {
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
  return { kubernetesVersion: version, workloads, findings, why: isEmpty ? why(report, checked) : null };
}

function why(report: FileReport | undefined, checked: Checked): string {
  if (checked !== 'yes') return NOT_CHECKED[checked];
  const reports = report?.documents.map((one) => one.report) ?? [];
  if (reports.some(({ findings }) => findings.length > 0)) return 'All problems are suppressed by comments.';
  const isTemplate = reports.some(({ document }) => document.template?.hasActions);
  if (reports.some(({ document }) => document.errors.length > 0)) {
    return isTemplate ? 'The template cannot be read as YAML.' : 'The YAML has syntax errors.';
  }
  if (!reports.some(({ document }) => objects(document).length > 0))
    return 'The file does not contain a Kubernetes object.';
  const verdicts = reports.flatMap(({ workloads }) => workloads.map(({ verdict }) => verdict));
  if (verdicts.length === 0) return 'The file does not contain a pod.';
  if (verdicts.every(({ os }) => os !== 'windows')) {
    return `The file does not contain a Windows pod${isTemplate ? ', as far as the template shows' : ''}.`;
  }
  return isTemplate ? 'No problems found, as far as the template shows.' : 'No problems found.';
}

const NOT_CHECKED: Readonly<Record<Exclude<Checked, 'yes'>, string>> = {
  off: 'Checks are turned off (`kubewin.scope`).',
  excluded: 'The file is excluded (`kubewin.exclude` or `.kubewin.yaml`).',
  'too large': 'The file is too large: over 10 MB, or over the limit of YAML tokens.',
  'not open': 'Only open files are checked (`kubewin.scope`).',
};
