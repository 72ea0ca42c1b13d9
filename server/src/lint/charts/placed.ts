import type { Location } from '../../kubernetes/facts.ts';
import { helmHook } from '../../kubernetes/helm-hook.ts';
import { objects } from '../../kubernetes/object.ts';
import { t } from '../../text/localize.ts';
import { type Span, shift } from '../../text/span.ts';
import type { Evidence, Verdict } from '../../windows/verdict.ts';
import type { DocumentReport } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import type { Related } from '../rule.ts';
import type { FailedOwnRule } from '../settings/own-rules.ts';
import type { FileSpan, RenderedTemplate } from './rendered-template.ts';

/** What was found in a rendered template, with the locations in the files that it is made of. */
export interface Placed {
  readonly findings: readonly PlacedFinding[];
  readonly pods: readonly PlacedPod[];
  readonly failedOwnRules: readonly FailedOwnRule[];
}

/** `at` replaces the span of the finding. Its fixes would change the rendered text. */
export interface PlacedFinding {
  readonly at: Location;
  readonly finding: Finding;
  readonly template: RenderedTemplate;
  /** The index of the document in the rendered text. */
  readonly document: number;
}

export interface PlacedPod {
  /** Where the key of the pod spec is written. */
  readonly at: Location;
  readonly verdict: Verdict;
  readonly object: NonNullable<Finding['object']>;
  readonly hook: readonly string[];
  /** Where the template writes the object. */
  readonly extent: Location | undefined;
  readonly template: RenderedTemplate;
}

/** The same for findings of one rule at one place: a template may write it several times. */
export function placeKey(placed: {
  readonly at: { readonly span: Span };
  readonly finding: { readonly rule: string };
}): string {
  const {
    at: { span },
    finding: { rule },
  } = placed;
  return `${rule} ${span.start} ${span.end}`;
}

/** Finds the places of what was found in all documents of a rendered template. `locate` finds the document that holds a span of a file. */
export function place(
  template: RenderedTemplate,
  documents: readonly { readonly start: number; readonly report: DocumentReport }[],
  locate: (at: FileSpan) => Location | undefined,
): Placed {
  const placer = new Placer(template, locate);
  return {
    failedOwnRules: documents.flatMap(({ report }) => report.failedOwnRules ?? []),
    findings: documents.flatMap(({ start, report }, document) =>
      report.findings.flatMap((finding) => {
        const placed = placer.finding(finding, start, isName(finding.at, report));
        return placed === undefined ? [] : [{ ...placed, template, document }];
      }),
    ),
    pods: documents.flatMap(({ start, report }) =>
      report.workloads.flatMap(({ pod, verdict }) => {
        const at = placer.location(shift(pod.spec.span, start));
        const { kind, name, namespace } = pod.object;
        const extent = placer.written(shift(pod.object.field.valueSpan, start));
        const object = { kind, name, namespace };
        const hook = helmHook(pod.object);
        return at === undefined
          ? []
          : [{ at, verdict: placer.verdict(verdict, start), object, hook, extent, template }];
      }),
    ),
  };
}

class Placer {
  readonly #template: RenderedTemplate;
  readonly #locate: (at: FileSpan) => Location | undefined;

  constructor(template: RenderedTemplate, locate: (at: FileSpan) => Location | undefined) {
    this.#template = template;
    this.#locate = locate;
  }

  location(span: Span): Location | undefined {
    const source = this.#template.sourceOf(span);
    return source && this.#locate(source);
  }

  /** Where the template writes the text in a span. */
  written(span: Span): Location | undefined {
    const written = this.#template.writtenAt(span);
    return written && this.#locate(written);
  }

  finding(finding: Finding, start: number, isName: boolean): Pick<PlacedFinding, 'at' | 'finding'> | undefined {
    const span = shift(finding.at, start);
    const template = this.written(span);
    // A name identifies the object and decides nothing.
    const at = isName ? template : this.location(finding.part ? shift(finding.part, start) : span);
    if (at === undefined) return undefined;
    const action =
      template === undefined || template.uri === at.uri
        ? []
        : [{ at: template, message: t('The template writes it here.') }];
    const related = finding.related.flatMap((own) => this.#related(own, start));
    return { at, finding: { ...finding, related: [...action, ...related] } };
  }

  #related(related: Related, start: number): Related[] {
    if ('uri' in related.at) return [related];
    const at = this.location(shift(related.at, start));
    return at === undefined ? [] : [{ ...related, at }];
  }

  verdict(verdict: Verdict, start: number): Verdict {
    const evidence = verdict.evidence.flatMap((own): Evidence[] => {
      if ('uri' in own.at) return [own];
      const at = this.location(shift(own.at, start));
      return at === undefined ? [] : [{ ...own, field: undefined, at }];
    });
    return { ...verdict, evidence };
  }
}

/** Whether a span is the name of an object, which is where findings about what is missing are. */
function isName({ start }: Span, { document }: DocumentReport): boolean {
  return objects(document).some(({ field }) => field.at('metadata', 'name')?.valueSpan.start === start);
}
