import type { Location } from '../kubernetes/facts.ts';
import { type Placed, type PlacedFinding, place } from '../lint/charts/placed.ts';
import type { FileSpan, RenderedTemplate } from '../lint/charts/rendered-template.ts';
import type { ProvedFixes } from '../lint/charts/source-fixes.ts';
import type { RenderedKnowledge } from '../lint/charts/with-rendered.ts';
import { shift } from '../text/span.ts';
import type { CachedFile } from './cached-file.ts';
import type { Charts } from './charts.ts';
import type { CheckedWith, FileChecker, OnWindows } from './file-checker.ts';
import type { Files } from './files.ts';

interface Dependencies {
  readonly charts: Charts;
  readonly files: Files;
  readonly checker: FileChecker;
  checkedWith(file: CachedFile): CheckedWith;
  /** Whether the findings of a file are still true. */
  isCurrent(file: CachedFile): boolean;
}

/** What is known of the files of charts because templates are rendered. */
export class ChartReports {
  readonly #dependencies: Dependencies;
  /** By file and document, while no chart is rendered again. */
  readonly #proved = new Map<string, Proved>();
  #provedAt = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** What the findings of a file are made with. */
  placedWith(uri: string): readonly Placed[] {
    return this.#dependencies.charts.renderedWith(uri).map((template) => this.#placed(template));
  }

  /**
   * What is known of a file; undefined if no rendered template has text of it. Proving fixes takes time, so they are made only
   * `withFixes`. With `onWindows`, it is what would be found if the pods ran on Windows.
   */
  knowledgeOf(file: CachedFile, withFixes: boolean, onWindows?: OnWindows): RenderedKnowledge | undefined {
    const { charts, checkedWith } = this.#dependencies;
    const { uri } = file;
    const templates = charts.renderedWith(uri);
    if (templates.length === 0) return undefined;
    const placed = templates.map((template) => this.#placed(template, onWindows));
    const isHere = ({ at }: { readonly at: Location }) => at.uri === uri;
    const findings = placed.flatMap((own) => own.findings.filter(isHere));
    return {
      findings,
      fixesFor: (wanted) => (withFixes ? this.#provedFixes(wanted, file) : NO_FIXES),
      pods: placed.flatMap(({ pods }) => pods.filter(({ at, extent }) => at.uri === uri || extent?.uri === uri)),
      settings: checkedWith(file).settings,
      failedOwnRules: placed.flatMap((own, i) => (templates[i]?.template === uri ? own.failedOwnRules : [])),
      isRendered: templates.some(({ template }) => template === uri),
      covers: (span) => charts.covers(uri, span),
      closedBy: (offset) => charts.closedBy(uri, offset),
    };
  }

  /** What is found in a rendered template. */
  #placed(template: RenderedTemplate, onWindows?: OnWindows): Placed {
    const { files, checker, checkedWith, isCurrent } = this.#dependencies;
    const file = files.get(template.uri);
    if (file === undefined) return NOTHING_PLACED;
    if (onWindows === undefined && file.placed !== undefined && isCurrent(file)) return file.placed;
    const context = checkedWith(file);
    const report = checker.report(file, context, { whole: true, ...(onWindows && { onWindows }) });
    const placed = place(template, report.documents, (at) => this.#locationAt(at));
    if (onWindows !== undefined) return placed;
    checker.keepFindings(report, file, context);
    file.placed = placed;
    // While someone types in a file of the chart, other documents keep their reports.
    if (!template.sources.some((uri) => files.isOpen(uri))) file.release();
    return placed;
  }

  /** The document that holds the start of a span of a file. */
  #locationAt({ uri, span }: FileSpan): Location | undefined {
    const cached = this.#dependencies.files.get(uri)?.documents.findLast((own) => own.span.start <= span.start);
    return cached && { uri, document: cached.index, span: shift(span, -cached.span.start) };
  }

  /** The fixes for findings in one document of a file, kept while the charts and the findings stay the same. */
  #provedFixes(findings: readonly PlacedFinding[], file: CachedFile): ProvedFixes {
    const { charts, files, checker } = this.#dependencies;
    const [first] = findings;
    const cached = first && file.documents[first.at.document];
    const { tools } = charts;
    if (cached === undefined || tools === undefined || checker.fixable?.length === 0) return NO_FIXES;
    if (this.#provedAt !== charts.renderCount) this.#proved.clear();
    this.#provedAt = charts.renderCount;
    const { uri, text } = file;
    const key = `${uri} ${cached.index}`;
    const known = this.#proved.get(key);
    const isSame =
      known?.findings.length === findings.length && known.findings.every((finding, i) => finding === findings[i]);
    if (known !== undefined && isSame) return known.fixes;
    const { start, end } = cached.span;
    const fixes = tools.sourceFixes(findings, {
      source: { document: cached.parse(), uri, start },
      rendered: (rendered, index) => {
        const own = files.get(rendered)?.documents[index];
        return own && { document: own.parse(), start: own.span.start };
      },
      render: (changed) => charts.renderWith(uri, changed && text.slice(0, start) + changed + text.slice(end)),
    });
    this.#proved.set(key, { findings, fixes });
    return fixes;
  }
}

interface Proved {
  readonly findings: readonly PlacedFinding[];
  readonly fixes: ProvedFixes;
}

const NOTHING_PLACED: Placed = { findings: [], pods: [], failedOwnRules: [] };

const NO_FIXES: ProvedFixes = new Map();
