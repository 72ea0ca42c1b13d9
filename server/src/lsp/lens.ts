import type { CodeLens } from 'vscode-languageserver';
import { helmHook } from '../kubernetes/helm-hook.ts';
import { extentOf, hasLens, moreInWords, moreProblems, problemsIn, summaryOf } from '../lint/pages/workload.ts';
import { t } from '../text/localize.ts';
import { mayBeWindows } from '../windows/verdict.ts';
import type { File, FileReport } from '../workspace/report.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';

interface Dependencies {
  readonly protocol: ProtocolContext;
  /** The report on a file, or on all of its documents; undefined if the file is not checked. */
  readonly report: (clientUri: string, whole?: boolean) => FileReport | undefined;
}

/**
 * The code lenses above workloads that run or may run on Windows, and those that the client shows now. The first explains
 * the workload; the second checks it as a Windows pod, or stops doing so. If only the rendered template shows a pod, its lens
 * leads there.
 */
export class Lenses {
  readonly #dependencies: Dependencies;
  /** The code lenses that were last sent for an open document, by the client's URI. */
  readonly #answered = new Map<string, string>();

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
  }

  #current(clientUri: string): CodeLens[] {
    const { protocol, report } = this.#dependencies;
    const { client, workspace } = protocol;
    const found = report(clientUri);
    const explain = client.explainCommand;
    if (found === undefined || explain === undefined || workspace.settingsOf(found.file.uri).lens === 'off') return [];
    const check = client.checkAsWindowsCommand ?? explain;
    let onWindows: FileReport | undefined;
    const written = found.documents.flatMap(({ start, report: { workloads }, findings }, index) =>
      workloads
        .filter(({ verdict }) => hasLens(verdict))
        .flatMap((workload) => {
          const { verdict } = workload;
          const extent = extentOf(workload, workloads);
          const { start: at } = rangeOf(found.file, { start: extent.start + start, end: extent.start + start });
          const lens = (title: string, command: string): CodeLens => {
            return { range: { start: at, end: at }, command: { title, command, arguments: [clientUri, at] } };
          };
          const first = lens(
            summaryOf(verdict, helmHook(workload.pod.object), problemsIn(extent, findings).length),
            explain,
          );
          if (verdict.certainty === 'assumed') return [first, lens(t('Stop'), check)];
          if (!mayBeWindows(verdict)) return [first];
          onWindows ??= workspace.reportOnWindows(found.file.uri);
          const more = moreProblems(extent, findings, onWindows?.documents[index]?.findings ?? []);
          return more === 0 ? [first] : [first, lens(moreInWords(more), check)];
        }),
    );
    return [...written, ...this.#rendered(clientUri, found.file)];
  }

  /** Those of workloads whose pods only the rendered template shows. */
  #rendered(clientUri: string, file: File): CodeLens[] {
    const { protocol, report } = this.#dependencies;
    const command = protocol.client.showRenderedCommand;
    if (command === undefined || protocol.workspace.charts.renderedOf(file.uri).length === 0) return [];
    const { documents = [] } = report(clientUri, true) ?? {};
    return documents.flatMap(({ start, report: { renderedWorkloads = [] } }) =>
      renderedWorkloads
        .filter(({ verdict }) => hasLens(verdict))
        .map(({ verdict, hook, extent }) => {
          const { start: at } = rangeOf(file, { start: extent.start + start, end: extent.start + start });
          const title = summaryOf(verdict, hook, 0);
          return { range: { start: at, end: at }, command: { title, command } };
        }),
    );
  }
}
