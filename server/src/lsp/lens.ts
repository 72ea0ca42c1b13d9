import type { CodeLens } from 'vscode-languageserver';
import { helmHook } from '../kubernetes/helm-hook.ts';
import { extentOf, hasLens, moreInWords, moreProblems, problemsIn, summaryOf } from '../lint/pages/workload.ts';
import { follower } from '../text/follow.ts';
import type { Position } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { contains, type Span } from '../text/span.ts';
import { mayBeWindows } from '../windows/verdict.ts';
import type { File, FileReport } from '../workspace/report.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { unreadableDocuments } from './syntax-errors.ts';

interface Dependencies {
  readonly protocol: ProtocolContext;
  /** The report on a file, or on all of its documents; undefined if the file is not checked. */
  readonly report: (clientUri: string, whole?: boolean) => FileReport | undefined;
}

/** A code lens in the line of an offset. */
interface PlacedLens {
  readonly at: number;
  /** The offset of what it is about. */
  readonly target: number;
  /** The command, or the data with which it is found when the client shows the lens. */
  readonly content: (target: Position) => Pick<CodeLens, 'command' | 'data'>;
}

/**
 * The code lenses above workloads that run or may run on Windows, and those that the client shows now. The first leads to the
 * problems of the workload; others make it ready for Windows, explain it, and check it as a Windows pod or stop doing so. If
 * the client cannot show problems, the first one explains the workload. If only the rendered template shows a pod, its lens
 * leads there.
 */
export class Lenses {
  readonly #dependencies: Dependencies;
  /** The code lenses that were last sent for an open document, by the client's URI. */
  readonly #answered = new Map<string, string>();
  /** The code lenses of open documents, with their texts. Those of a document that cannot be read as YAML stay. */
  readonly #shown = new Map<string, { readonly text: string; readonly lenses: readonly PlacedLens[] }>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The code lenses of a document. */
  of(clientUri: string): CodeLens[] {
    const lenses = this.#current(clientUri);
    this.#answered.set(clientUri, JSON.stringify(lenses));
    return lenses;
  }

  /** Whether the code lenses of an open document differ from those that the client received. */
  areStale(): boolean {
    return [...this.#answered].some(([clientUri, text]) => JSON.stringify(this.#current(clientUri)) !== text);
  }

  /** To be called when a document was closed. */
  closed(clientUri: string): void {
    this.#answered.delete(clientUri);
    this.#shown.delete(clientUri);
  }

  #current(clientUri: string): CodeLens[] {
    const { protocol, report } = this.#dependencies;
    const { client, workspace } = protocol;
    const found = report(clientUri);
    const explain = client.explainCommand;
    if (found === undefined || explain === undefined || !workspace.settingsOf(found.file.uri).lens) return [];
    const { file } = found;
    const before = this.#shown.get(clientUri);
    const unreadable = unreadableDocuments(workspace, file.uri);
    const own = [...this.#written(clientUri, found, explain), ...this.#rendered(clientUri, file)];
    const lenses = before === undefined ? own : withEarlier(own, file.text, unreadable, before);
    if (before !== undefined || unreadable.length === 0) this.#shown.set(clientUri, { text: file.text, lenses });
    return lenses.map(({ at, target, content }) => {
      return { range: rangeOf(file, { start: at, end: at }), ...content(file.lines.positionAt(target)) };
    });
  }

  #written(clientUri: string, found: FileReport, explain: string): PlacedLens[] {
    const { client, workspace } = this.#dependencies.protocol;
    const check = client.checkAsWindowsCommand ?? explain;
    let onWindows: FileReport | undefined;
    return found.documents.flatMap(({ start, report: { workloads }, findings }, index) =>
      workloads
        .filter(({ verdict }) => hasLens(verdict))
        .flatMap((workload) => {
          const { verdict } = workload;
          const extent = extentOf(workload, workloads);
          const at = extent.start + start;
          const problems = problemsIn(extent, findings).map((problem) => problem.at.start + start);
          const summary = summaryOf(verdict, helmHook(workload.pod.object), problems.length);
          const own = this.#onWorkload(clientUri, at, explain, summary, problems);
          if (verdict.certainty === 'assumed') return [...own, lensAt(at, t('Stop'), check, clientUri)];
          if (!mayBeWindows(verdict)) return own;
          onWindows ??= workspace.reportOnWindows(found.file.uri);
          const more = moreProblems(extent, findings, onWindows?.documents[index]?.findings ?? []);
          return more === 0 ? own : [...own, lensAt(at, moreInWords(more), check, clientUri)];
        }),
    );
  }

  /** The lens with the summary of a workload, and those for its problems, whose offsets are given. */
  #onWorkload(uri: string, at: number, explain: string, summary: string, problems: readonly number[]): PlacedLens[] {
    const { showProblemCommand: show, makeReadyCommand: makeReady } = this.#dependencies.protocol.client;
    if (show === undefined || problems.length === 0) return [lensAt(at, summary, explain, uri)];
    return [
      { ...lensAt(at, summary, show, uri), target: Math.min(...problems) },
      // Whether that is possible is tried when the client shows the lens.
      ...(makeReady === undefined ? [] : [{ at, target: at, content: () => ({ data: { uri } }) }]),
      lensAt(at, t('Explain this workload'), explain, uri),
    ];
  }

  /** Those of workloads whose pods only the rendered template shows. */
  #rendered(clientUri: string, file: File): PlacedLens[] {
    const { protocol, report } = this.#dependencies;
    const command = protocol.client.showRenderedCommand;
    if (command === undefined || protocol.workspace.charts.renderedOf(file.uri).length === 0) return [];
    const { documents = [] } = report(clientUri, true) ?? {};
    return documents.flatMap(({ start, report: { renderedWorkloads = [] } }) =>
      renderedWorkloads
        .filter(({ verdict }) => hasLens(verdict))
        .map(({ verdict, hook, extent }) => {
          const title = summaryOf(verdict, hook, 0);
          const at = extent.start + start;
          return { at, target: at, content: () => ({ command: { title, command } }) };
        }),
    );
  }
}

/** A lens whose command gets the document and the position of the target, which is that of the lens. */
function lensAt(at: number, title: string, command: string, clientUri: string): PlacedLens {
  return { at, target: at, content: (target) => ({ command: { title, command, arguments: [clientUri, target] } }) };
}

/** The code lenses of readable documents, and for the others the earlier ones, where they are in the new text. */
function withEarlier(
  now: readonly PlacedLens[],
  text: string,
  unreadable: readonly Span[],
  before: { readonly text: string; readonly lenses: readonly PlacedLens[] },
): readonly PlacedLens[] {
  if (unreadable.length === 0) return now;
  const isReadable = ({ at }: PlacedLens) => !unreadable.some((span) => contains(span, { start: at, end: at }));
  const follow = follower(before.text, text);
  const earlier = before.lenses.flatMap((lens) => {
    const at = follow({ start: lens.at, end: lens.at })?.start;
    const target = follow({ start: lens.target, end: lens.target })?.start;
    return at === undefined ? [] : [{ ...lens, at, target: target ?? at }];
  });
  return [...now.filter(isReadable), ...earlier.filter((lens) => !isReadable(lens))];
}
