import { chartOf } from '../kubernetes/chart-values.ts';
import type { Location } from '../kubernetes/facts.ts';
import type { Facts } from '../kubernetes/questions.ts';
import type { RenderedTemplate } from '../lint/charts/rendered-template.ts';
import type { Rule } from '../lint/rule.ts';
import { withOwnRules } from '../lint/rule-set/own-rules.ts';
import type { LintContext, RuleSet } from '../lint/rule-set/rule-set.ts';
import { assumingWindows, type CheckSettings, type Settings, type Severity } from '../lint/settings/settings.ts';
import type { LineSkip, PositionEncoding } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import { isValid } from './cached.ts';
import type { CachedDocument, ParseCount } from './cached-document.ts';
import type { CachedFile } from './cached-file.ts';
import { isPacked, isRendered, templateOf } from './chart-files.ts';
import { ChartReports } from './chart-reports.ts';
import { Charts, type FailedTemplate } from './charts.ts';
import { canReleaseText, isManifest, waitsForPods } from './document-relevance.ts';
import type { ChartFiles } from './editable-chart.ts';
import { FactsByFolder, NOT_BUILT } from './facts-by-folder.ts';
import { FileChecker } from './file-checker.ts';
import type { Rereader } from './file-text.ts';
import { Files } from './files.ts';
import type { FolderFacts } from './folder-facts.ts';
import { FolderSettings } from './folder-settings.ts';
import { IdleFiles } from './idle-files.ts';
import { NO_QUESTIONS } from './recorded-facts.ts';
import type { DocumentOfFile, File, FileReport } from './report.ts';
import { FactsInScan, type PodFactsOfDocuments, receivedFacts } from './scan.ts';
import type { SnapshotSource } from './snapshots.ts';

export interface WorkspaceOptions {
  /** Called once for each file that is not taken into account completely. */
  readonly onNote?: (uri: string, message: string) => void;
  /** UTF-16 by default. */
  readonly encoding?: PositionEncoding;
  /** Reads files again whose text is not kept. */
  readonly rereader?: Rereader | undefined;
}

/**
 * All state: the files of the workspace folders, their facts, and what was found in them. Results are cached until the
 * text, the settings or the facts that they used change.
 */
export class Workspace {
  readonly rules: RuleSet;
  /** For `Snapshots`, which are loaded only where something is kept for another process. */
  readonly snapshotSource: SnapshotSource;
  readonly #onRuleError: (rule: Rule, error: unknown) => void;
  readonly #checker: FileChecker;
  readonly #chartReports: ChartReports;
  readonly #rereader: Rereader | undefined;
  readonly #files: Files;
  readonly #charts: Charts;
  readonly #facts: FactsByFolder;
  readonly #settings = new FolderSettings();
  readonly #idleFiles: IdleFiles;
  #isScanning = false;

  constructor(
    rules: RuleSet,
    onRuleError: (rule: Rule, error: unknown) => void,
    { onNote = () => {}, encoding = 'utf-16', rereader }: WorkspaceOptions = {},
  ) {
    this.rules = rules;
    this.#onRuleError = onRuleError;
    this.#checker = new FileChecker(rules, onRuleError);
    this.#files = new Files(encoding);
    this.#charts = new Charts(this.#files, { words: rules.words, settingsOf: (uri) => this.settingsOf(uri) });
    this.#chartReports = new ChartReports({
      charts: this.#charts,
      files: this.#files,
      checker: this.#checker,
      checkedWith: (file) => this.#checkedWith(file),
      isCurrent: (file) => this.#isCurrent(file),
    });
    const surroundings = {
      files: this.#files,
      rules,
      settingsOf: (uri: string) => this.settingsOf(uri),
      factsFor: (uri: string) => this.factsFor(uri),
      isInChart: (uri: string) => this.#charts.has(uri),
    };
    this.#idleFiles = new IdleFiles({
      ...surroundings,
      settingsIn: (folder) => this.#settings.of(folder),
      factsIn: (folder) => this.#factsOf(folder).index,
    });
    this.#facts = new FactsByFolder({
      rules,
      files: this.#files,
      charts: this.#charts,
      settingsOf: (uri) => this.settingsOf(uri),
      // The rules look at the trees of open files next, and in a scan at those of all files.
      keepsTrees: (uri) => this.#isScanning || this.isOpen(uri),
      onNotBuilt: (uri) => onNote(uri, NOT_BUILT),
    });
    this.#rereader = rereader;
    this.snapshotSource = { ...surroundings, facts: this.#facts, rereader };
  }

  /** How many documents the rules have checked so far, for tests of the caches. */
  get lintCount(): number {
    return this.#checker.lintCount;
  }

  /** How much was parsed so far: what tests of the caches count. */
  get parsed(): Readonly<ParseCount> {
    return this.#files.parsed;
  }

  /** The charts, as they were last rendered. */
  get charts(): Charts {
    return this.#charts;
  }

  /** Facts and settings apply within a folder. A file belongs to the folder with the longest prefix. */
  setFolders(folders: readonly string[]): void {
    this.#files.setFolders(folders);
    this.#facts.clear();
    this.#idleFiles.invalidate();
  }

  /** The folder that a file belongs to; empty for a file outside of all. */
  folderOf(uri: string): string {
    return this.#files.folderOf(uri);
  }

  /** Sets the settings of a folder, and of its files that have others. */
  setSettings(
    folder: string,
    settings: Settings,
    ofFile: (uri: string) => CheckSettings | undefined = () => undefined,
  ): void {
    this.#settings.set(folder, settings, ofFile);
    // The facts of pods depend on them.
    this.#facts.invalidate(folder);
    this.#charts.settingsChanged();
    this.#idleFiles.invalidate(folder);
  }

  settingsOf(uri: string): CheckSettings {
    return this.#settings.ofFile(this.folderOf(uri), templateOf(uri));
  }

  // Files.

  /** Takes up the text of an open file. Documents that did not change keep their cached results. */
  open(uri: string, text: string, version: number): void {
    this.#facts.update(this.folderOf(uri), uri, this.#files.open(uri, text, version));
    this.#charts.changed(uri);
  }

  close(uri: string): void {
    if (!this.#files.close(uri)) return;
    const folder = this.folderOf(uri);
    this.#facts.invalidate(folder);
    // The mentions may have been read while the open text hid this one.
    this.#facts.addMentions(folder, uri, this.#files.onDisk(uri)?.documents ?? []);
    this.#charts.changed(uri);
  }

  isOpen(uri: string): boolean {
    return this.#files.isOpen(uri);
  }

  /** Takes up the text of a file on disk, undefined if there is none anymore; `skips` are lines that are not in it. */
  setOnDisk(uri: string, text: string | undefined, skips?: readonly LineSkip[]): void {
    this.#setOnDisk(uri, text, skips);
    this.#charts.changed(uri);
  }

  #setOnDisk(uri: string, text: string | undefined, skips?: readonly LineSkip[]): void {
    if (text !== undefined) this.#facts.update(this.folderOf(uri), uri, this.#files.setOnDisk(uri, text, skips));
    else if (this.#files.removeFromDisk(uri)) this.#facts.invalidate(this.folderOf(uri));
  }

  /** Renders the charts that have changed. To be called before anything is asked of facts. */
  #renderCharts(): void {
    const texts = this.#charts.render();
    for (const [uri, text] of texts) this.#setOnDisk(uri, text);
    if (texts.length === 0) return;
    // The facts of templates may now come from the rendered text, or no longer.
    this.#facts.clearSets();
    this.#facts.invalidate();
  }

  /** The files in which something may matter, in the order of their URIs. */
  uris(): string[] {
    return this.#files.uris();
  }

  /** All files of a folder that were read, idle ones included. */
  urisIn(folder: string): string[] {
    return this.#files.urisIn(folder);
  }

  /** The charts that a file is a part of. */
  chartsWith(uri: string): readonly ChartFiles[] {
    this.#renderCharts();
    return this.#charts.with(uri);
  }

  /** What Helm makes of a template, or why it fails; undefined for a file that is not rendered by itself. */
  rendered(uri: string): RenderedTemplate | FailedTemplate | undefined {
    this.#renderCharts();
    return this.#charts.rendered(uri);
  }

  file(uri: string): File | undefined {
    return this.#files.get(uri);
  }

  /** Converts a span in some document to offsets of its file; undefined if there is no such document. */
  locate(location: Location): { readonly file: File; readonly span: Span } | undefined {
    if (isRendered(location.uri)) {
      const source = this.#charts.sourceOf(location);
      const file = source && this.#files.get(source.uri);
      return file && source && { file, span: source.span };
    }
    const file = this.#files.get(location.uri);
    const cached = file?.documents[location.document];
    return file && cached && { file, span: shift(location.span, cached.span.start) };
  }

  /** The text of the document, or of the item of a `List`, at an offset of a file. */
  documentAt(uri: string, offset: number): Pick<CachedDocument, 'span' | 'text' | 'isItem'> | undefined {
    const cached = this.#files.get(uri)?.documents.findLast(({ span }) => span.start <= offset);
    return cached && { span: cached.span, text: cached.text, isItem: cached.isItem };
  }

  /** Every document of a file. Those that were parsed before have a tree, and all or the manifests if they are `wanted`. */
  documents(uri: string, wanted?: 'all' | 'manifests'): DocumentOfFile[] {
    return (this.#files.get(uri)?.documents ?? []).map((cached) => {
      if (wanted === 'all' || (wanted && isManifest(cached))) cached.document ??= cached.parse();
      return { span: cached.span, document: cached.document, looksLikeManifest: isManifest(cached) };
    });
  }

  // Memory.

  /** Forgets the trees of a file on disk, and its text if that can be read again. Facts stay; the rest is made again. */
  release(uri: string): void {
    this.#files.onDisk(uri)?.release();
  }

  /** Forgets the findings of a file, but not whether they would be the same. */
  forgetFindings(uri: string): void {
    const file = this.#files.onDisk(uri);
    if (file?.findings) file.findings = { ...file.findings, value: undefined };
  }

  /**
   * Allows to read the text of a file on disk again. It is then kept only until the file was checked, and not at all if no
   * pod in it can matter by itself.
   */
  setReadable(uri: string): void {
    const file = this.#files.onDisk(uri);
    if (file === undefined || this.#rereader === undefined || isPacked(uri)) return;
    file.fileText.setReadable(uri, this.#rereader);
    const settings = this.settingsOf(uri);
    if (file.documents.every((cached) => canReleaseText(cached, this.rules, settings))) file.fileText.release();
  }

  /** The text of a file on disk, if it is kept. */
  keptText(uri: string): string | undefined {
    return this.#files.onDisk(uri)?.fileText.kept;
  }

  /**
   * Forgets a file on disk after a last look at it, and returns true, if it is idle: nothing can be found in it whatever the
   * pods of others are, and it has no facts. To be called when all files were read.
   */
  forgetIdle(uri: string, beforehand?: () => void): boolean {
    return this.#idleFiles.forget(uri, beforehand);
  }

  /** Idle files in which something may matter now. */
  idleFilesToReread(): string[] {
    return this.#idleFiles.toReread();
  }

  // Facts.

  /** The facts of the folder that a file belongs to. */
  factsFor(uri: string): Facts {
    return this.#factsOf(this.folderOf(uri)).index;
  }

  #factsOf(folder: string): FolderFacts {
    this.#renderCharts();
    return this.#facts.of(folder);
  }

  #factsSeenBy(file: CachedFile): FolderFacts {
    this.#renderCharts();
    return this.#facts.seenBy(file);
  }

  /** What a file knows of others. */
  #factsKnownTo(file: CachedFile): Facts {
    const folder = this.#factsSeenBy(file);
    const { index } = folder;
    if (!this.#isScanning) return index;
    if (file.inScan?.folder !== index) {
      file.inScan = new FactsInScan(index, () => file.documents.flatMap((cached) => folder.podFacts(cached, index)));
    }
    return file.inScan;
  }

  /** What is needed to check a text in the place of a file, as if nothing were assumed of its pods. */
  lintContext(uri: string): LintContext {
    const { assumeWindows: _, ...settings } = this.settingsOf(uri);
    const [rules, facts] = [withOwnRules(this.rules, settings), this.factsFor(uri)];
    return { rules, settings, facts, chart: chartOf(uri), onRuleError: this.#onRuleError };
  }

  /**
   * Makes the facts of a file. To be called for every file before `findings` is, or the first request waits for all files.
   * In a scan, the findings are made too, if they are wanted: the documents are parsed anyway.
   */
  prepare(uri: string): void {
    const file = this.#files.get(uri);
    if (this.#isScanning && this.settingsOf(uri).scope === 'workspace') this.findings(uri);
    else if (file !== undefined) this.#factsOf(file.folder).makePodFacts(file);
  }

  // Findings.

  /** From here on, fixes are made only for findings of these severities, besides safe fixes. */
  setFixable(severities: readonly Severity[]): void {
    this.#checker.fixable = severities;
  }

  /**
   * The report on a file; undefined for an unknown one. Documents in which nothing can be found are left out, unless the
   * `whole` file is wanted for the verdicts of its pods.
   */
  report(uri: string, whole = false): FileReport | undefined {
    const file = this.#files.get(uri);
    return file && this.#report(file, whole, true);
  }

  /**
   * The report on a file if the pods that may run on Windows did, or if `all` pods did, with the same documents as `report`.
   * Not for scans: what it says is shown to those who look at the file.
   */
  reportOnWindows(uri: string, whole = false, all = false): FileReport | undefined {
    const file = this.#files.get(uri);
    if (file === undefined) return undefined;
    const context = this.#checkedWith(file);
    const onWindows = { settings: assumingWindows(context.settings), all };
    const inChart = this.#chartReports.knowledgeOf(file, true, onWindows);
    return this.#checker.report(file, context, { whole, onWindows, inChart });
  }

  #checkedWith(file: CachedFile) {
    return {
      settings: this.settingsOf(file.uri),
      facts: this.#factsKnownTo(file),
      folderFacts: this.#factsSeenBy(file),
    };
  }

  #report(file: CachedFile, whole: boolean, withFixes: boolean): FileReport {
    const context = this.#checkedWith(file);
    const report = this.#checker.report(file, context, {
      whole,
      inChart: this.#chartReports.knowledgeOf(file, withFixes),
    });
    // Other files ask for them when the trees are released.
    if (this.#isScanning) context.folderFacts.makePodFacts(file);
    if (!whole) {
      this.#checker.keepFindings(report, file, context);
      file.madeWith = this.#chartReports.placedWith(file.uri);
    }
    return report;
  }

  /** Whether the last report on a file is still true. */
  isCurrent(uri: string): boolean {
    const file = this.#files.get(uri);
    return file !== undefined && this.#isCurrent(file);
  }

  #isCurrent(file: CachedFile): boolean {
    if (!isValid(file.findings, this.settingsOf(file.uri), this.#factsKnownTo(file))) return false;
    const placed = this.#chartReports.placedWith(file.uri);
    return placed.length === file.madeWith.length && placed.every((own, i) => own === file.madeWith[i]);
  }

  /**
   * The same findings as in `report`, without those fixes that have to be proved by rendering a chart. Of a file that is not
   * open, no tree is kept for them.
   */
  findings(uri: string): FileReport<'start' | 'findings'> | undefined {
    const file = this.#files.get(uri);
    if (file === undefined) return undefined;
    if (file.findings?.value === undefined || !this.isCurrent(uri)) this.#report(file, false, false);
    if (!this.isOpen(uri)) this.release(uri);
    return file.findings?.value;
  }

  // Scans.

  /**
   * From here on, the pods of other files are unknown, so that each file is parsed once. After `endScan`, a report that
   * would be another one now is not current.
   */
  startScan(): void {
    this.#isScanning = true;
    this.#facts.invalidate();
  }

  endScan(): void {
    if (!this.#isScanning) return;
    this.#isScanning = false;
    this.#facts.invalidate();
  }

  /** Whether only the pods of other files decide what can be found in a file: a scan checks it when they are known. */
  waitsForPods(uri: string): boolean {
    const file = this.#files.onDisk(uri);
    if (file === undefined || this.#charts.has(uri)) return false;
    const [settings, facts] = [this.settingsOf(uri), this.factsFor(uri)];
    return file.documents.every((cached) => waitsForPods(cached, this.rules, settings, facts));
  }

  /** Whether the report on a file that was made in a scan stays true once all pods are known. */
  isFinal(uri: string): boolean {
    const rendered = this.#charts.renderedWith(uri).map((template) => this.#files.get(template.uri));
    return [this.#files.onDisk(uri), ...rendered].every((file) => file?.isFinal === true);
  }

  /** The facts of pods that a scan made of a file on disk, for a thread that did not check it. */
  podsOf(uri: string): PodFactsOfDocuments {
    return (this.#files.onDisk(uri)?.documents ?? []).map(({ podFacts }) => podFacts?.value);
  }

  /** Takes up the facts of pods that another thread made with the same files and settings. */
  takePods(uri: string, pods: PodFactsOfDocuments): void {
    const settings = this.settingsOf(uri);
    for (const cached of this.#files.onDisk(uri)?.documents ?? []) {
      const received = pods[cached.index];
      if (received === undefined) continue;
      cached.podFacts = { value: receivedFacts(received), settings, questions: NO_QUESTIONS, facts: undefined };
    }
  }
}
