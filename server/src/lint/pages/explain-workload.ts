import type { Location } from '../../kubernetes/facts.ts';
import { helmHook } from '../../kubernetes/helm-hook.ts';
import { t } from '../../text/localize.ts';
import { codeSpan, link, prose } from '../../text/markdown.ts';
import { contains, type Span } from '../../text/span.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import type { RuleSet } from '../rule-set/rule-set.ts';
import type { Settings } from '../settings/settings.ts';
import { headline, SAYS } from './explain.ts';
import { runtimeName } from './explain-finding.ts';
import { type Silence, silentRules } from './silent-rules.ts';
import { evidenceOf, extentOf, hookInWords, moreInWords, type WorkloadEvidence } from './workload.ts';

/** What the page of a workload depends on, besides its report. */
export interface WorkloadPageContext {
  readonly rules: RuleSet;
  readonly settings: Settings;
  /** How many more problems it has if it runs on Windows; 0 if it is known to. */
  readonly moreOnWindows: number;
  /** Markdown that names a place in the document or in another one. */
  readonly where: (at: Span | Location) => string;
  /** The URL of the page of a rule. */
  readonly pageOf: (rule: string) => string;
  /** Whether a finding is not suppressed by a directive. */
  readonly isShown: (finding: Finding) => boolean;
  /** A link that applies the best fix of a finding; undefined if there is none. */
  readonly fixOf: (finding: Finding) => string | undefined;
}

/** The page of a workload. */
export interface WorkloadPage {
  /** Its kind and name. */
  readonly title: string;
  readonly markdown: string;
}

/** The verdict of a workload with its evidence, its findings, and the rules without findings by reason. */
export function explainWorkload(
  workload: Workload,
  report: DocumentReport,
  context: WorkloadPageContext,
): WorkloadPage {
  const { pod } = workload;
  const verdict = workload.byEvidence ?? workload.verdict;
  const { kind, name, namespace } = pod.object;
  const { kubernetesVersion, containerRuntime } = context.settings;
  const extent = extentOf(workload, report.workloads);
  const findings = report.findings.filter(({ at }) => contains(extent, at));
  const evidence = evidenceOf(workload);
  const title = `${kind} ${name ?? t('(no name)')}`;
  // Without a verdict, no evidence contradicts it.
  const isConflict = ({ says }: WorkloadEvidence) =>
    verdict.certainty !== null && says !== verdict.os && says !== 'either';
  const conflicts = evidence.filter(isConflict);
  const other = verdict.os === 'windows' ? 'linux' : verdict.os === 'linux' ? 'windows' : undefined;
  const otherFields = other === 'linux' ? t('Linux fields on this pod') : t('Windows fields on this pod');
  const lines = (list: readonly WorkloadEvidence[]) =>
    list.map((item) => {
      const isClear = item.says === verdict.os || item.says === other;
      return `${evidenceLine(item, context)}${isClear ? '' : `: ${t(SAYS[item.says])}`}`;
    });
  const markdown = [
    `# ${kind} ${codeSpan([namespace, name ?? t('(no name)')].filter((part) => part !== null).join('/'))}`,
    hookLine(helmHook(pod.object)),
    ...(workload.byEvidence === undefined ? [] : [headline(workload.verdict)]),
    headline(verdict),
    moreLine(context.moreOnWindows),
    t`Checked for Kubernetes ${kubernetesVersion} with ${runtimeName(containerRuntime)}.`,
    section(
      t('Findings'),
      findings.filter(context.isShown).map((finding) => findingLine(finding, context)),
    ),
    section(t('Evidence'), lines(evidence.filter((item) => !isConflict(item)))),
    section(otherFields, lines(conflicts.filter(({ says }) => says === other))),
    section(t('Contradictory evidence'), lines(conflicts.filter(({ says }) => says !== other))),
    section(
      t('Suppressed by comments'),
      findings.filter((finding) => !context.isShown(finding)).map((finding) => findingLine(finding, context)),
    ),
    silences(workload, findings, context),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return { title, markdown: `${markdown}\n` };
}

/** When Helm creates the object; empty if it is a part of the release. */
function hookLine(hook: readonly string[]): string {
  return hook.length === 0 ? '' : t`${hookInWords(hook)}. It is not a part of the release.`;
}

function moreLine(count: number): string {
  const more = moreInWords(count);
  return more === '' ? '' : t`**${more}**: the command *Check as a Windows Pod* shows them.`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function evidenceLine({ text, field, at }: WorkloadEvidence, { where }: WorkloadPageContext): string {
  return `${codeSpan(text)}${field === null ? '' : t` in ${codeSpan(field)}`} (${where(at)})`;
}

function findingLine(finding: Finding, { where, pageOf, isShown, fixOf }: WorkloadPageContext): string {
  const { rule, severity, message, at } = finding;
  const fix = isShown(finding) ? fixOf(finding) : undefined;
  return `${t(severity)}: ${prose(message)} ${link(rule, pageOf(rule))} (${where(at)})${fix === undefined ? '' : ` · ${fix}`}`;
}

const REASONS: Readonly<Record<Silence, string>> = {
  checked: 'Checked, without a finding',
  'not set': 'The fields are not set',
  'no effect': 'Nothing to report in this release, with this runtime',
  windows: 'Only for pods that are known to run on Windows',
  guessed: 'Only for Windows pods',
  linux: 'Only for Linux pods',
  off: 'Turned off by `kubewin.rules`',
  'off by default': 'Off by default',
};

/** The rules without findings by reason, folded because there are hundreds. */
function silences(workload: Workload, findings: readonly Finding[], context: WorkloadPageContext): string {
  const found = new Set(findings.map(({ rule }) => rule));
  const silent = silentRules(workload, found, context.rules, context.settings);
  const lines = (Object.keys(REASONS) as Silence[]).flatMap((reason) => {
    const rules = silent.get(reason) ?? [];
    const links = rules.map(({ id }) => link(id, context.pageOf(id)));
    return rules.length === 0 ? [] : [`- **${t(REASONS[reason])}** (${rules.length}): ${links.join(', ')}`];
  });
  const count = [...silent.values()].reduce((sum, rules) => sum + rules.length, 0);
  return `<details><summary>${t('Rules without findings')} (${count})</summary>\n\n${lines.join('\n')}\n\n</details>`;
}
