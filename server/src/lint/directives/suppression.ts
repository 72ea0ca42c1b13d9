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

/** The part of a report that directives need. */
interface UnfilteredReport {
  readonly document: Document;
  readonly findings: readonly Finding[];
  readonly workloads: readonly Pick<JudgedPod, 'pod'>[];
  readonly directives: readonly Directive[];
}

/** The findings of a document after directives are applied. */
export interface DirectedFindings {
  /** The findings that are not suppressed, and those in the directives themselves. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
}

/** A finding that a directive suppresses, and the reason in the directive. */
export interface Suppressed {
  readonly finding: Finding;
  readonly reason: string | undefined;
}

/** Applies the directives of a file to the findings of its documents; one result for each document. */
export function applyDirectives(
  reports: readonly UnfilteredReport[],
  rules: readonly Rule[],
  settings: Settings,
): readonly DirectedFindings[] {
  if (reports.every(({ directives }) => directives.length === 0)) {
    return reports.map(({ findings }) => ({ findings, suppressed: [] }));
  }
  const names = ruleNames(rules);
  const used = new Set<Span>();
  const forFile = (reports[0]?.directives ?? []).filter(
    (directive) => directive.kind === 'allow' && directive.file && directive.line === 'document',
  );
  const state = { rules, names, used, forFile: new Set(forFile) };
  const suppressedInFile = suppressionsOf(forFile, names);
  const separated = reports.map((report) => {
    const own = report.directives.filter((directive) => directive.kind === 'allow' && !directive.file);
    return separate(report, [suppressedInFile, suppressionsOf(own, names)], used);
  });
  return reports.map((report, i) => {
    const inDirectives = report.directives.flatMap((directive) => faults(directive, report, state, settings));
    const { kept = [], suppressed = [] } = separated[i] ?? {};
    return { findings: [...kept, ...inDirectives].sort((a, b) => a.at.start - b.at.start), suppressed };
  });
}

/** Separates the suppressed findings of a document from the others, and adds the spans of used rule names to `used`. */
function separate(
  { document, findings, directives }: UnfilteredReport,
  suppressions: readonly ReadonlyMap<string, Suppression>[],
  used: Set<Span>,
): { readonly kept: readonly Finding[]; readonly suppressed: readonly Suppressed[] } {
  const kept: Finding[] = [];
  const suppressed: Suppressed[] = [];
  const lines = directives.length > 0 ? new LineIndex(document.text) : undefined;
  for (const finding of findings) {
    const offsets = lines === undefined ? [] : [finding.at.start, placeForComment(document, finding.at)];
    const findingLines = offsets.map((offset) => lines?.positionAt(offset).line);
    const found = ['document', ...findingLines].flatMap((line) =>
      suppressions.flatMap((byLine) => byLine.get(`${line} ${finding.rule}`) ?? []),
    );
    // Spans that are marked as used do not have to be marked again.
    for (const { spans } of found) for (const span of spans.splice(0)) used.add(span);
    if (found.length === 0) kept.push(finding);
    else suppressed.push({ finding, reason: found.find(({ reason }) => reason !== undefined)?.reason });
  }
  return { kept, suppressed };
}

/** The spans where directives name a rule, and the first reason. */
interface Suppression {
  readonly spans: Span[];
  readonly reason: string | undefined;
}

/** The suppressions in directives, by line and rule. */
function suppressionsOf(directives: readonly Directive[], names: RuleNames): Map<string, Suppression> {
  const suppressions = new Map<string, Suppression>();
  for (const directive of directives) {
    if (directive.kind !== 'allow') continue;
    for (const { id, span } of directive.rules) {
      const key = `${directive.line} ${names.idOf(id)}`;
      const { spans, reason } = suppressions.get(key) ?? { spans: [], reason: undefined };
      spans.push(span);
      suppressions.set(key, { spans, reason: reason ?? directive.reason });
    }
  }
  return suppressions;
}

/** What is needed to check directives themselves. */
interface DirectiveState {
  readonly rules: readonly Rule[];
  readonly names: RuleNames;
  /** The spans of rule names that suppress a finding. */
  readonly used: ReadonlySet<Span>;
  /** The `allow-file` directives that have an effect, because they are before the first key of the file. */
  readonly forFile: ReadonlySet<Directive>;
}

function faults(
  directive: Directive,
  report: UnfilteredReport,
  { rules, names, used, forFile }: DirectiveState,
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
        const currentId = names.idOf(id);
        if (currentId === UNUSED || currentId === UNKNOWN_RULE || used.has(span)) return [];
        const rule = rules.find((candidate) => candidate.id === currentId);
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
  const configured = userSeverity({ id: rule }, settings);
  if (configured === 'off') return [];
  return [
    {
      rule,
      code: undefined,
      url: undefined,
      effect: rule === UNUSED ? 'advice' : 'ignored',
      severity: configured ?? (rule === UNUSED ? 'hint' : 'warning'),
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
