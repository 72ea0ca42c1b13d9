import { canDeclareWindows } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { t } from '../../text/localize.ts';
import { link, prose } from '../../text/markdown.ts';
import { contains } from '../../text/span.ts';
import type { DocumentReport } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import { applicableFixes } from '../fixes/applicable-fixes.ts';
import type { Rule } from '../rule.ts';
import type { Settings } from '../settings/settings.ts';
import { firstParagraph } from './first-paragraph.ts';

interface FindingContext {
  readonly report: DocumentReport;
  readonly settings: Settings;
  /** Whether the client already shows the message where the hover is. */
  readonly isMessageShown: boolean;
  /** The address of the page of a rule; undefined if the client has no pages. */
  readonly pageOf: ((rule: string) => string) | undefined;
}

/** A finding in Markdown: its message, the reason, and one link. */
export function explainFinding(rule: Rule, finding: Finding, context: FindingContext): string {
  const { report, settings, isMessageShown, pageOf } = context;
  const reason = [
    t(firstParagraph(rule.why)),
    isRejectedOnceDeclared(rule, finding, report, settings)
      ? t('With `os.name: windows`, the API server rejects it.')
      : '',
    refusalOf(report, finding),
  ];
  const parts = [isMessageShown ? '' : prose(finding.message), joined(reason, ' '), linkTo(rule, pageOf)];
  return joined(parts, '\n\n');
}

function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

/** Whether the API server would reject a field that it accepts only because the pod does not declare Windows. */
function isRejectedOnceDeclared(
  { outcomes }: Rule,
  { certainty, effect, outcome, at }: Finding,
  { workloads }: DocumentReport,
  { kubernetesVersion }: Settings,
): boolean {
  const isAccepted = effect === 'ignored' || effect === 'advice';
  if (!isAccepted || (certainty !== 'scheduled' && certainty !== 'image')) return false;
  const pods = workloads.filter(({ pod }) => contains(pod.object.field.valueSpan, at)).map(({ pod }) => pod);
  return (
    pods.every(canDeclareWindows) &&
    outcomes.some(
      (other) =>
        other.effect === 'rejected' &&
        other.certainty === 'declared' &&
        (other.case === undefined || other.case === outcome?.case) &&
        isWithin(kubernetesVersion, other.since, other.until),
    )
  );
}

/** The name of a runtime for users. */
export function runtimeName(runtime: Settings['containerRuntime']): string {
  return runtime === 'docker' ? 'Docker' : runtime.replace('-', ' ');
}

/** Why no fix can be applied; empty if one can, or if there is none. */
function refusalOf({ document }: DocumentReport, finding: Finding): string {
  const { refusal } = applicableFixes(document, finding);
  return refusal === undefined
    ? ''
    : t`Cannot be fixed here: ${t(refusal.reason).replace(/^(?:The|A)\b/, (word) => word.toLowerCase())}`;
}

/** The page of the rule. For a client that cannot show it, its first source. */
function linkTo({ id, code, sources }: Rule, pageOf: FindingContext['pageOf']): string {
  if (pageOf !== undefined && code !== undefined) return link(t`Documentation for ${id} (${code})`, pageOf(id));
  const [source] = sources.flatMap(({ title, url }) => (url === undefined ? [] : [{ title, url }]));
  return source === undefined ? '' : link(source.title.replace(/^Kubernetes documentation: /, ''), source.url);
}
