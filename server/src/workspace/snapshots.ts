import { isChartValuesName } from '../kubernetes/chart-values.ts';
import type { Fact, KustomizationFact } from '../kubernetes/facts.ts';
import type { Facts } from '../kubernetes/questions.ts';
import type { Relevance } from '../lint/rule-set/relevance.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { type Cached, isValid } from './cached.ts';
import { CachedDocument } from './cached-document.ts';
import type { CachedFile } from './cached-file.ts';
import { describeText } from './document-relevance.ts';
import type { FactsByFolder } from './facts-by-folder.ts';
import type { Rereader } from './file-text.ts';
import type { Files } from './files.ts';
import type { Mentions } from './mentions.ts';
import type { EarlierQuestions, QuestionTable } from './question-table.ts';
import { receivedFacts } from './scan.ts';

/** What is known of a file without its text: plain data, for another process. */
export interface FileSnapshot {
  readonly documents: readonly DocumentSnapshot[];
  /** The questions that its findings depend on, by their indices in a table; undefined without findings. */
  readonly findings: readonly number[] | undefined;
}

interface DocumentSnapshot {
  readonly start: number;
  readonly end: number;
  readonly isItem: boolean;
  readonly relevance: Relevance;
  readonly looksLikeManifest: boolean;
  readonly usesClaim: boolean;
  readonly mentions: Mentions;
  readonly selector: string | undefined;
  readonly namedNodes: readonly string[] | null | undefined;
  readonly kustomization: readonly KustomizationFact[];
  readonly objectFacts: FactsSnapshot | undefined;
  readonly podFacts: FactsSnapshot | undefined;
}

interface FactsSnapshot {
  readonly value: readonly Fact[];
  readonly questions: readonly number[];
}

/** The state of a workspace, of which snapshots are taken. */
export interface SnapshotSource {
  readonly files: Files;
  readonly facts: FactsByFolder;
  readonly rules: RuleSet;
  readonly rereader: Rereader | undefined;
  settingsOf(uri: string): Settings;
  factsFor(uri: string): Facts;
  /** Whether a file belongs to a chart, or may install one. */
  isInChart(uri: string): boolean;
}

/**
 * Takes snapshots of files on disk, and adds files by their snapshots. Files of charts have none: they depend on each other.
 * A template whose chart has no metadata, as in the output of Helm, depends on values only by its questions.
 */
export class Snapshots {
  readonly #source: SnapshotSource;

  constructor(source: SnapshotSource) {
    this.#source = source;
  }

  /** A snapshot of a file, whose questions are added to a table; undefined if there is none. */
  of(uri: string, table: QuestionTable): FileSnapshot | undefined {
    const { files, rules, settingsOf, factsFor, isInChart } = this.#source;
    const file = files.onDisk(uri);
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    if (file === undefined || isInChart(uri) || isChartValuesName(name)) return undefined;
    const [settings, facts] = [settingsOf(uri), factsFor(uri)];
    const questionsOf = (cached: Cached<unknown> | undefined) =>
      isValid(cached, settings, facts) ? table.add(cached.questions) : undefined;
    const factsOf = (cached: Cached<readonly Fact[]> | undefined): FactsSnapshot | undefined => {
      const questions = questionsOf(cached);
      return cached && questions && { value: cached.value, questions };
    };
    const documents = file.documents.map((cached): DocumentSnapshot => {
      const { span, isItem, objectFacts, podFacts } = cached;
      const text = describeText(cached, rules, settings);
      return { ...span, isItem, ...text, objectFacts: factsOf(objectFacts), podFacts: factsOf(podFacts) };
    });
    return { documents, findings: questionsOf(file.findings) };
  }

  /** Adds a file whose text has this digest, as it was when a snapshot was taken. */
  add(uri: string, digest: string, { documents }: FileSnapshot): void {
    const { files, facts, rereader } = this.#source;
    if (rereader === undefined) return;
    const added = files.addUnread(uri, digest, rereader, (fileText) =>
      documents.map((document, index) => {
        const { start, end, isItem, looksLikeManifest, usesClaim, mentions, selector, namedNodes } = document;
        const at = { uri, index, fileText, span: { start, end }, isItem, parsed: files.parsed };
        const kustomization = receivedFacts(document.kustomization) as readonly KustomizationFact[];
        const known = { looksLikeManifest, usesClaim, mentions, selector, namedNodes, kustomization };
        return Object.assign(new CachedDocument(at), known);
      }),
    );
    facts.update(files.folderOf(uri), uri, { documents: added, removed: [], added });
  }

  /**
   * Adds the facts and the questions of a snapshot to its file. To be called if the settings of the file are the same as when
   * the snapshot was taken.
   */
  addResults(uri: string, { documents, findings }: FileSnapshot, questions: EarlierQuestions): void {
    const { files, settingsOf } = this.#source;
    const file: CachedFile | undefined = files.onDisk(uri);
    if (file === undefined) return;
    const settings = settingsOf(uri);
    const cachedOf = <T>(value: T, indices: readonly number[]): Cached<T> => {
      return { value, settings, questions: questions.at(indices), facts: undefined };
    };
    const factsOf = <T extends Fact>(snapshot: FactsSnapshot | undefined) =>
      snapshot && cachedOf(receivedFacts(snapshot.value) as readonly T[], snapshot.questions);
    for (const cached of file.documents) {
      const snapshot = documents[cached.index];
      if (snapshot === undefined) continue;
      cached.relevance = { value: snapshot.relevance, settings };
      cached.objectFacts = factsOf(snapshot.objectFacts);
      cached.podFacts = factsOf(snapshot.podFacts);
    }
    file.findings = findings && cachedOf(undefined, findings);
  }

  /** Adds a file of which nothing is kept: nothing can be found in it under its settings. */
  addIdle(uri: string): void {
    const { files, settingsOf } = this.#source;
    files.setIdle(uri, settingsOf(uri));
  }

  /** Whether nothing was found in a file since its results were added, and the same would be found now. */
  isCurrent(uri: string): boolean {
    const { files, settingsOf, factsFor } = this.#source;
    const findings = files.get(uri)?.findings;
    return findings !== undefined && findings.value === undefined && isValid(findings, settingsOf(uri), factsFor(uri));
  }
}
