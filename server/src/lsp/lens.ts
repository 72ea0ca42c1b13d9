import type { CodeLens } from 'vscode-languageserver';
import { extentOf, isWindows, problemsIn, summaryOf } from '../lint/pages/workload.ts';
import type { FileReport } from '../workspace/workspace.ts';
import { rangeOf, type Translation } from './diagnostic.ts';

interface Tools {
  readonly translation: Translation;
  /** What is found in a file, by the client's name; undefined where it is not checked. */
  readonly report: (name: string) => FileReport | undefined;
}

/** The lenses above Windows workloads, and which of them an editor shows. */
export class Lenses {
  readonly #tools: Tools;
  /** What was last answered for an open document, by the client's name. */
  readonly #answered = new Map<string, string>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Answers a request for a document. */
  of(name: string): CodeLens[] {
    const lenses = this.#current(name);
    this.#answered.set(name, JSON.stringify(lenses));
    return lenses;
  }

  /** Whether the client asked for those of an open document and would get others now. */
  areStale(): boolean {
    return [...this.#answered].some(([name, text]) => JSON.stringify(this.#current(name)) !== text);
  }

  /** To be called when a document was closed. */
  closed(name: string): void {
    this.#answered.delete(name);
  }

  #current(name: string): CodeLens[] {
    const { translation, report } = this.#tools;
    const { client, workspace } = translation;
    const found = report(name);
    const command = client.explainCommand;
    if (found === undefined || command === undefined || workspace.settingsOf(found.file.uri).lens === 'off') return [];
    return found.documents.flatMap(({ start, report: { workloads }, findings }) =>
      workloads
        .filter(({ verdict }) => isWindows(verdict))
        .map((workload) => {
          const extent = extentOf(workload, workloads);
          const { start: at } = rangeOf(found.file, { start: extent.start + start, end: extent.start + start });
          const title = summaryOf(workload, problemsIn(extent, findings).length);
          return { range: { start: at, end: at }, command: { title, command, arguments: [name, at] } };
        }),
    );
  }
}
