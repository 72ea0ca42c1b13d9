import type { CodeLens } from 'vscode-languageserver';
import { extentOf, isWindows, problemsIn, summaryOf } from '../lint/pages/workload.ts';
import type { FileReport } from '../workspace/report.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';

interface Dependencies {
  readonly protocol: ProtocolContext;
  /** The report on a file; undefined if the file is not checked. */
  readonly report: (clientUri: string) => FileReport | undefined;
}

/** The code lenses above Windows workloads, and those that the client shows now. */
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
    const command = client.explainCommand;
    if (found === undefined || command === undefined || workspace.settingsOf(found.file.uri).lens === 'off') return [];
    return found.documents.flatMap(({ start, report: { workloads }, findings }) =>
      workloads
        .filter(({ verdict }) => isWindows(verdict))
        .map((workload) => {
          const extent = extentOf(workload, workloads);
          const { start: at } = rangeOf(found.file, { start: extent.start + start, end: extent.start + start });
          const title = summaryOf(workload, problemsIn(extent, findings).length);
          return { range: { start: at, end: at }, command: { title, command, arguments: [clientUri, at] } };
        }),
    );
  }
}
