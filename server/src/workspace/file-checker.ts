import { chartOf } from '../kubernetes/chart-values.ts';
import { type Facts, keyed } from '../kubernetes/questions.ts';
import {
  type RenderedKnowledge,
  renderedVerdicts,
  withRendered,
  withWindowsVerdicts,
} from '../lint/charts/with-rendered.ts';
import { applyDirectives } from '../lint/directives/suppression.ts';
import { withoutControlled } from '../lint/engine/controlled.ts';
import { lint } from '../lint/engine/lint.ts';
import type { DocumentReport } from '../lint/engine/report.ts';
import type { Rule } from '../lint/rule.ts';
import { withOwnRules } from '../lint/rule-set/own-rules.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { FailedOwnRule } from '../lint/settings/own-rules.ts';
import type { CheckSettings, Severity } from '../lint/settings/settings.ts';
import { shift } from '../text/span.ts';
import { mayBeWindows, type Verdict } from '../windows/verdict.ts';
import { cache, isValid } from './cached.ts';
import type { CachedDocument } from './cached-document.ts';
import type { CachedFile } from './cached-file.ts';
import { matters } from './document-relevance.ts';
import type { FolderFacts } from './folder-facts.ts';
import type { FileReport } from './report.ts';

/** What the check of a file depends on beside its text. */
export interface CheckedWith {
  readonly settings: CheckSettings;
  /** What the file knows of others. */
  readonly facts: Facts;
  readonly folderFacts: FolderFacts;
}

/** Settings that assume Windows, for pods that may run there, or for `all` pods. */
export interface OnWindows {
  readonly settings: CheckSettings;
  readonly all: boolean;
}

interface ReportOptions {
  readonly whole: boolean;
  readonly onWindows?: OnWindows;
  /** Spans count from the start of the file. */
  readonly inChart?: RenderedKnowledge | undefined;
}

/** Runs the rules on documents whose cached reports are not valid. */
export class FileChecker {
  readonly #rules: RuleSet;
  readonly #onRuleError: (rule: Rule, error: unknown) => void;
  /** Fixes are made only for findings of these severities, besides safe fixes; undefined for all. */
  fixable: readonly Severity[] | undefined;
  #lintCount = 0;

  constructor(rules: RuleSet, onRuleError: (rule: Rule, error: unknown) => void) {
    this.#rules = rules;
    this.#onRuleError = onRuleError;
  }

  /** How many documents the rules have checked so far. */
  get lintCount(): number {
    return this.#lintCount;
  }

  /**
   * The report on a file. Documents in which nothing can be found are left out, unless the `whole` file is wanted. With
   * `onWindows`, it is the report if the pods ran on Windows. `inChart` is what is known of the file because the templates
   * of its chart are rendered.
   */
  report(file: CachedFile, context: CheckedWith, { whole, onWindows, inChart }: ReportOptions): FileReport {
    const reports = file.documents.flatMap((cached) => {
      const isNamed = inChart?.findings.some(({ at }) => at.document === cached.index);
      if (!whole && !isNamed && !matters(cached, this.#rules, context.settings, context.facts)) return [];
      const verdicts = renderedVerdicts(cached, inChart?.pods ?? []);
      const own = this.#lint(cached, context, 'report', verdicts);
      const isAssumed =
        onWindows !== undefined && own.workloads.some(({ verdict }) => onWindows.all || mayBeWindows(verdict));
      const report = isAssumed
        ? this.#lint(cached, { ...context, settings: onWindows.settings }, 'reportOnWindows', verdicts)
        : own;
      return [
        { start: cached.span.start, report: inChart === undefined ? report : inDocument(report, cached, inChart) },
      ];
    });
    const directed = applyDirectives(
      reports.map(({ report }) => report),
      withOwnRules(this.#rules, context.settings).rules,
      context.settings,
    );
    const documents = reports.map(({ start, report }, i) => {
      const { findings = [], suppressed = [] } = directed[i] ?? {};
      return { start, report, findings, suppressed };
    });
    const failedOwnRules = [
      ...reports.flatMap(({ report }) => report.failedOwnRules ?? []),
      ...(inChart?.failedOwnRules ?? []),
    ];
    return { file, documents, failedOwnRules };
  }

  #lint(
    cached: CachedDocument,
    { settings, facts, folderFacts }: CheckedWith,
    kept: 'report' | 'reportOnWindows',
    rendered: ReadonlyMap<number, Verdict>,
  ): DocumentReport {
    const known = cached[kept];
    const renderedKey = keyOf(rendered);
    if (cached.renderedKeys[kept] === renderedKey && isValid(known, settings, facts)) return known.value;
    const document = cached.parse();
    cached.document = document;
    this.#lintCount++;
    const verdicts = folderFacts.verdicts(cached, document, settings, facts);
    const made = cache(settings, facts, (recorded) => {
      recorded.include(verdicts.questions);
      const failedOwnRules: FailedOwnRule[] = [];
      const context = {
        rules: withOwnRules(this.#rules, settings),
        settings,
        facts: recorded,
        at: { uri: cached.uri, document: cached.index },
        chart: chartOf(cached.uri),
        fixable: this.fixable,
        onRuleError: this.#onRuleError,
        onFailedOwnRule: (failed: FailedOwnRule) => failedOwnRules.push(failed),
      };
      const report = withoutControlled(
        lint(document, context, withWindowsVerdicts(verdicts.value, rendered)),
        recorded,
      );
      return failedOwnRules.length === 0 ? report : { ...report, failedOwnRules };
    });
    cached.renderedKeys = { ...cached.renderedKeys, [kept]: renderedKey };
    cached[kept] = made;
    return made.value;
  }

  /** Keeps the findings of a report with its file, and the questions that show whether they are still the same. */
  keepFindings({ documents, failedOwnRules }: FileReport, file: CachedFile, { settings, facts }: CheckedWith): void {
    file.findings = cache(settings, facts, (recorded) => {
      // Without a word of a rule, a document may still matter because of Kustomize, Helm, or the pods that it selects.
      recorded.ask(keyed('Rendered', file.uri));
      for (const cached of file.documents) matters(cached, this.#rules, settings, recorded);
      for (const { report } of file.documents) if (report !== undefined) recorded.include(report.questions);
      return { file, documents: documents.map(({ start, findings }) => ({ start, findings })), failedOwnRules };
    });
    file.isFinal = file.inScan?.dependsOnPods === false;
  }
}

/** The report on a document of a chart. */
function inDocument(report: DocumentReport, cached: CachedDocument, inFile: RenderedKnowledge): DocumentReport {
  const { start } = cached.span;
  return withRendered(report, cached, {
    ...inFile,
    covers: (span) => inFile.covers(shift(span, start)),
    closedBy: (offset) => inFile.closedBy(offset + start),
  });
}

/** The verdicts as a text that is the same for the same verdicts; empty if there are none. */
function keyOf(verdicts: ReadonlyMap<number, Verdict>): string {
  if (verdicts.size === 0) return '';
  return JSON.stringify(
    [...verdicts].map(([start, { os, certainty, evidence }]) => [
      ...[start, os, certainty],
      evidence.map(({ kind, says, text, at }) => [kind, says, text, at]),
    ]),
  );
}
