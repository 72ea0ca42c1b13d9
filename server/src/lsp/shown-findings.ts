import type { Finding } from '../lint/finding.ts';
import { follower } from '../text/follow.ts';
import { contains, type Span, shift } from '../text/span.ts';
import type { FileReport } from '../workspace/report.ts';

type Report = FileReport<'start' | 'findings'>;

/** The findings of open files as they were last shown. In a document that cannot be read as YAML, they stay. */
export class ShownFindings {
  readonly #byUri = new Map<string, Report & { readonly text: string }>();

  /**
   * The findings of a file to show. In the `unreadable` documents, they are those that were shown last, where they are in the
   * new text, without those where the text has changed. A document that was never readable has those of what can be read.
   */
  of(report: Report, unreadable: readonly Span[]): Report {
    const { file, failedOwnRules } = report;
    const { uri, text } = file;
    const before = this.#byUri.get(uri);
    if (before === undefined && unreadable.length > 0) return report;
    const documents =
      before === undefined || unreadable.length === 0 ? report.documents : withEarlier(report, unreadable, before);
    this.#byUri.set(uri, { file, text, documents, failedOwnRules });
    return { file, documents, failedOwnRules };
  }

  /** To be called when a file is closed, or no longer checked. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
  }
}

function withEarlier(
  { file, documents }: Report,
  unreadable: readonly Span[],
  before: Report & { readonly text: string },
): Report['documents'] {
  const follow = follower(before.text, file.text);
  const earlier = before.documents.flatMap(({ start, findings }) =>
    findings.flatMap((finding) => {
      const at = follow(shift(finding.at, start));
      return at === undefined ? [] : [{ finding, at, follow: (span: Span) => follow(shift(span, start)) }];
    }),
  );
  const kept = unreadable.map((span) => ({
    start: span.start,
    findings: earlier
      .filter(({ at }) => contains(span, at))
      .map(({ finding, follow: moved }) => movedFinding(finding, moved, span.start)),
  }));
  const readable = documents.filter(({ start }) => unreadable.every((span) => span.start !== start));
  return [...readable, ...kept].sort((a, b) => a.start - b.start);
}

/** The finding in the document that now begins at `start`; `follow` maps its spans to offsets of the file. */
function movedFinding(finding: Finding, follow: (span: Span) => Span | undefined, start: number): Finding {
  const move = (span: Span) => {
    const moved = follow(span);
    return moved && shift(moved, -start);
  };
  const related = finding.related.flatMap((place) => {
    if ('uri' in place.at) return place;
    const at = move(place.at);
    return at === undefined ? [] : { ...place, at };
  });
  return { ...finding, at: move(finding.at) ?? finding.at, part: undefined, related };
}
