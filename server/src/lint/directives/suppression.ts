import { LineIndex } from '../../text/line-index.ts';
import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../yaml/read/document.ts';
import { placeForComment } from '../../yaml/read/locate.ts';
import { isOff, userSeverity } from '../effect.ts';
import type { Finding } from '../finding.ts';
import type { JudgedPod, Rule } from '../rule.ts';
import { type RuleNames, ruleNames, UNKNOWN_RULE, UNUSED } from '../settings/rule-names.ts';
import type { Settings } from '../settings/settings.ts';
import type { Directive } from './directive.ts';

/** As much of a report as directives have to do with. */
interface DirectedReport {
  readonly document: Document;
  readonly findings: readonly Finding[];
  readonly workloads: readonly Pick<JudgedPod, 'pod'>[];
  readonly directives: readonly Directive[];
}

/** What directives leave of the findings of a document. */
export interface DirectedFindings {
  /** Those that are told, and what is to be said of the directives themselves. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
}

/** A finding that a directive silences, and the reason that it gives. */
export interface Suppressed {
  readonly finding: Finding;
  readonly reason: string | undefined;
}

/** What the directives of a file leave of the findings of its documents; one result for each document. */
export function applyDirectives(
  reports: readonly DirectedReport[],
  rules: readonly Rule[],
  settings: Settings,
): readonly DirectedFindings[] {
  if (reports.every(({ directives }) => directives.length === 0)) {
    return reports.map(({ findings }) => ({ findings, suppressed: [] }));
  }
  const names = ruleNames(rules);
  const used = new Set<Span>();
  const forFile = (reports[0]?.directives ?? []).filter(
    (one) => one.kind === 'allow' && one.file && one.line === 'document',
  );
  const known = { rules, names, used, forFile: new Set(forFile) };
  const everywhere = silencedRules(forFile, names);
  const sorted = reports.map((report) => {
    const kept: Finding[] = [];
    const suppressed: Suppressed[] = [];
    const lines = report.directives.length > 0 ? new LineIndex(report.document.text) : undefined;
    const own = report.directives.filter((one) => one.kind === 'allow' && !one.file);
    const silenced = [everywhere, silencedRules(own, names)];
    for (const finding of report.findings) {
      const places = lines === undefined ? [] : [finding.at.start, placeForComment(report.document, finding.at)];
      const linesOfIt = places.map((place) => lines?.positionAt(place).line);
      const found = ['document', ...linesOfIt].flatMap((line) =>
        silenced.flatMap((one) => one.get(`${line} ${finding.rule}`) ?? []),
      );
      // Those that are used need not be marked again.
      for (const { spans } of found) for (const span of spans.splice(0)) used.add(span);
      if (found.length === 0) kept.push(finding);
      else suppressed.push({ finding, reason: found.find(({ reason }) => reason !== undefined)?.reason });
    }
    return { kept, suppressed };
  });
  return reports.map((report, i) => {
    const said = report.directives.flatMap((directive) => faults(directive, report, known, settings));
    const { kept = [], suppressed = [] } = sorted[i] ?? {};
    return { findings: [...kept, ...said].sort((a, b) => a.at.start - b.at.start), suppressed };
  });
}

/** Where a rule is silenced by name, and the first reason that is given. */
interface Silenced {
  readonly spans: Span[];
  readonly reason: string | undefined;
}

/** Where directives name rules, by the line and the rule that they silence. */
function silencedRules(directives: readonly Directive[], names: RuleNames): Map<string, Silenced> {
  const silenced = new Map<string, Silenced>();
  for (const directive of directives) {
    if (directive.kind !== 'allow') continue;
    for (const { id, span } of directive.rules) {
      const key = `${directive.line} ${names.idOf(id)}`;
      const { spans, reason } = silenced.get(key) ?? { spans: [], reason: undefined };
      spans.push(span);
      silenced.set(key, { spans, reason: reason ?? directive.reason });
    }
  }
  return silenced;
}

/** What directives are held against. */
interface Known {
  readonly rules: readonly Rule[];
  readonly names: RuleNames;
  /** Where a directive names a rule and silences a finding by it. */
  readonly used: ReadonlySet<Span>;
  /** The `allow-file` directives that are where they have an effect. */
  readonly forFile: ReadonlySet<Directive>;
}

function faults(
  directive: Directive,
  report: DirectedReport,
  { rules, names, used, forFile }: Known,
  settings: Settings,
): Finding[] {
  switch (directive.kind) {
    case 'unreadable':
      return directiveFinding(
        UNUSED,
        directive.span,
        t(
          'This comment is not a valid directive. Write `allow <rule> -- reason`, `allow-file <rule> -- reason`, `os=windows` or `os=linux`.',
        ),
        settings,
      );
    case 'os':
      return report.workloads.some(({ pod }) => directive.appliesTo(pod))
        ? []
        : directiveFinding(
            UNUSED,
            directive.span,
            t(
              'This directive has no effect: write it before the first key of a document, or on the line of a pod spec.',
            ),
            settings,
          );
    case 'allow':
      return directive.rules.flatMap(({ id, span }) => {
        const now = names.idOf(id);
        if (now === UNUSED || now === UNKNOWN_RULE || used.has(span)) return [];
        const rule = rules.find((one) => one.id === now);
        if (rule === undefined) return directiveFinding(UNKNOWN_RULE, span, t`Unknown rule \`${id}\`.`, settings);
        if (directive.file && !forFile.has(directive)) {
          return directiveFinding(
            UNUSED,
            span,
            t('`allow-file` has no effect here: write it before the first key of the file.'),
            settings,
          );
        }
        const why = isOff(rule, settings) ? t('the rule is off') : t('the rule reports no problem here');
        return directiveFinding(UNUSED, span, t`This suppression of \`${id}\` is unused: ${why}.`, settings);
      });
  }
}

function directiveFinding(rule: string, at: Span, text: string, settings: Settings): Finding[] {
  const set = userSeverity({ id: rule }, settings);
  if (set === 'off') return [];
  return [
    {
      rule,
      url: undefined,
      effect: rule === UNUSED ? 'advice' : 'ignored',
      severity: set ?? (rule === UNUSED ? 'hint' : 'warning'),
      message: text,
      at,
      object: undefined,
      field: undefined,
      namedField: undefined,
      certainty: null,
      related: [],
      fixes: [],
      outcome: undefined,
    },
  ];
}
