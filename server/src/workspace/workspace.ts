import { chartOf } from '../kubernetes/chart-values.ts';
import {
  type Fact,
  type FactKind,
  type Facts,
  type KustomizationFact,
  type Location,
  type RenderedFact,
  renderedOf,
  usedBy,
} from '../kubernetes/facts.ts';
import { build, MAX_TOTAL_STEPS, ManifestReader } from '../kubernetes/rendering.ts';
import { plainData } from '../kubernetes/strategic-merge.ts';
import { applyDirectives, type DirectedFindings } from '../lint/directives/suppression.ts';
import { lint } from '../lint/engine/lint.ts';
import type { JudgedDocument } from '../lint/engine/pod-verdict.ts';
import type { Report } from '../lint/engine/report.ts';
import type { Rule } from '../lint/rule.ts';
import { relevance, relevanceKey } from '../lint/rule-set/relevance.ts';
import type { LintContext, RuleSet } from '../lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS, type Settings, type Severity } from '../lint/settings/settings.ts';
import type { LineIndex, LineSkip, PositionEncoding } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import type { Document } from '../yaml/read/document.ts';
import { type Cut, piecesAfter } from '../yaml/read/list-items.ts';
import {
  type Cached,
  CachedDocument,
  canBeIdle,
  canReleaseText,
  chartValues,
  judged,
  kustomization,
  looksLikeManifest,
  manifests,
  matters,
  mayLeaveIdle,
  mentionsIn,
  objectFacts,
  type ParseCount,
  podFacts,
  type Rendered,
  readIdleDependencies,
  tellsOfPods,
  treeOf,
} from './document-facts.ts';
import { FactIndex, FactReads, FactsOfFile, Reads } from './fact-index.ts';
import { FileText, type Rereader } from './file-text.ts';
import { MentionIndex } from './mentions.ts';

/** A file in which something may matter, as it was last read. */
export interface File {
  readonly uri: string;
  readonly text: string;
  /** The editor's version, where it is open there. */
  readonly version: number | undefined;
  readonly lines: LineIndex;
}

/** What is found in a file; the lists go document by document. */
export interface FileReport {
  readonly file: File;
  readonly documents: readonly DocumentReport[];
}

/** A document of a file, with what is found in it. */
export interface DocumentReport extends DirectedFindings {
  /** The offset of the document in the file; everything in `report` and the findings counts from there. */
  readonly start: number;
  readonly report: Report;
}

/** A document of a file, parsed or not. */
export interface DocumentOfFile {
  readonly span: Span;
  readonly document: Document | undefined;
  /** Whether its text has the keys that every manifest has. */
  readonly looksLikeManifest: boolean;
}

/** The findings of a file alone, document by document. */
export interface FileFindings {
  readonly file: File;
  readonly documents: readonly Pick<DocumentReport, 'start' | 'findings'>[];
}

/** What the pods of a file tell others, document by document: plain data, undefined where nothing has asked. */
export interface PodsOfFile {
  readonly uri: string;
  readonly pods: readonly (readonly Fact[] | undefined)[];
}

/** A file with what is remembered of it. */
class CachedFile implements File {
  readonly uri: string;
  readonly source: FileText;
  readonly version: number | undefined;
  readonly documents: readonly CachedDocument[];
  folder: string;
  /** The value is undefined where only the question is left whether it still holds. */
  found: Cached<FileFindings | undefined> | undefined;
  /** What is known to this file in a scan, beside the facts of its folder that it rests on. */
  inScan: { readonly known: FactIndex; readonly facts: FactsOfFile } | undefined;
  /** Whether what was found in a scan rests on no pod of another file. */
  isFinal = false;

  constructor(
    uri: string,
    source: FileText,
    version: number | undefined,
    folder: string,
    documents: readonly CachedDocument[],
  ) {
    this.uri = uri;
    this.source = source;
    this.version = version;
    this.folder = folder;
    this.documents = documents;
  }

  get text(): string {
    return this.source.text;
  }

  get lines(): LineIndex {
    return this.source.lines;
  }

  get cut(): Cut {
    return { text: this.text, pieces: this.documents.map(({ span, isItem }) => ({ ...span, isItem })) };
  }
}

/** What a workspace may be given. */
export interface WorkspaceOptions {
  /** Told of a file that is not taken into account as it should be, once. */
  readonly onNote?: (uri: string, message: string) => void;
  /** UTF-16 where nothing else is said. */
  readonly encoding?: PositionEncoding;
  /** How files are read again whose text is not kept. */
  readonly rereader?: Rereader | undefined;
}

/**
 * All state: the files of the workspace folders, what they tell about each other, and what was found in them. An open
 * file wins over the disk. Results are remembered until the text, the settings or the facts that they used change.
 */
export class Workspace {
  /** What the positions of `File.lines` count. */
  readonly #encoding: PositionEncoding;
  readonly #rereader: Rereader | undefined;
  readonly #rules: RuleSet;
  readonly #onRuleError: (rule: Rule, error: unknown) => void;
  readonly #onNote: (uri: string, message: string) => void;
  /** The Kustomize files of which it was said that they are not built. */
  readonly #notBuilt = new Set<string>();
  #folders: readonly string[] = [];
  readonly #settings = new Map<string, Settings>();
  readonly #settingsOfFiles = new Map<string, (uri: string) => Settings | undefined>();
  readonly #open = new Map<string, CachedFile>();
  readonly #disk = new Map<string, CachedFile>();
  /** Files on disk of which nothing is kept, and the settings under which nothing can be found in them. */
  readonly #idle = new Map<string, Settings>();
  /** What that rests on in each folder. */
  readonly #idleBecause = new Map<string, Cached<undefined>>();
  readonly #facts = new Map<string, FactIndex>();
  /** Which files of a folder mention which objects, once something has asked. */
  readonly #mentions = new Map<string, MentionIndex>();
  readonly #parsed: ParseCount = { documents: 0, characters: 0 };
  #isScanning = false;
  #fixable: readonly Severity[] | undefined;
  #lintCount = 0;

  constructor(
    rules: RuleSet,
    onRuleError: (rule: Rule, error: unknown) => void,
    { onNote = () => {}, encoding = 'utf-16', rereader }: WorkspaceOptions = {},
  ) {
    this.#rereader = rereader;
    this.#encoding = encoding;
    this.#rules = rules;
    this.#onRuleError = onRuleError;
    this.#onNote = onNote;
  }

  /** How many documents were looked at by the rules so far: what tests of the memory count. */
  get lintCount(): number {
    return this.#lintCount;
  }

  /** How much was parsed so far: what tests of the memory count. */
  get parsed(): Readonly<ParseCount> {
    return this.#parsed;
  }

  get rules(): RuleSet {
    return this.#rules;
  }

  /** The folders, each a scope of its own for facts and settings; a file belongs to the one with the longest prefix. */
  setFolders(folders: readonly string[]): void {
    this.#folders = [...folders].sort((a, b) => b.length - a.length);
    for (const files of [this.#open, this.#disk]) {
      for (const [uri, file] of files) file.folder = this.folderOf(uri);
    }
    this.#facts.clear();
    this.#mentions.clear();
    this.#idleBecause.clear();
  }

  /** The folder that a file belongs to; empty for a file outside of all. */
  folderOf(uri: string): string {
    return this.#folders.find((folder) => uri === folder || uri.startsWith(`${folder}/`)) ?? '';
  }

  /** Sets those of a folder, and what its files have instead where that is defined. */
  setSettings(
    folder: string,
    settings: Settings,
    ofFile: (uri: string) => Settings | undefined = () => undefined,
  ): void {
    this.#settings.set(folder, settings);
    this.#settingsOfFiles.set(folder, ofFile);
    // What a pod tells others depends on them.
    this.#facts.delete(folder);
    this.#idleBecause.delete(folder);
  }

  settingsOf(uri: string): Settings {
    const folder = this.folderOf(uri);
    return this.#settingsOfFiles.get(folder)?.(uri) ?? this.#settings.get(folder) ?? DEFAULT_SETTINGS;
  }

  /** Takes up the text of an open file; documents that did not change keep what is known of them. */
  open(uri: string, text: string, version: number): void {
    this.#put(this.#open, uri, text, version, this.#open.get(uri) ?? this.#disk.get(uri));
  }

  close(uri: string): void {
    if (!this.#open.delete(uri)) return;
    const folder = this.folderOf(uri);
    this.#facts.delete(folder);
    // They may have been looked at while the open text stood for that on disk.
    const mentions = this.#mentions.get(folder);
    for (const cached of this.#disk.get(uri)?.documents ?? []) mentions?.add(uri, mentionsIn(cached));
  }

  isOpen(uri: string): boolean {
    return this.#open.has(uri);
  }

  /** Takes up the text of a file on disk, undefined where there is none any more; `skips` where lines are not in it. */
  setOnDisk(uri: string, text: string | undefined, skips?: readonly LineSkip[]): void {
    this.#idle.delete(uri);
    if (text === undefined) {
      if (this.#disk.delete(uri)) this.#facts.delete(this.folderOf(uri));
      return;
    }
    this.#put(this.#disk, uri, text, undefined, this.#disk.get(uri), skips);
  }

  /**
   * Forgets the trees of a file that is not open, and its text if that can be read again; its facts stay, and the rest is
   * found again when it is asked for.
   */
  release(uri: string): void {
    const file = this.#disk.get(uri);
    if (file === undefined) return;
    file.source.release();
    for (const cached of file.documents) {
      cached.document = undefined;
      cached.judged = undefined;
      cached.result = undefined;
      if (cached.pods && file.inScan) cached.pods.facts = undefined;
    }
    if (file.found && file.inScan) file.found.facts = undefined;
    file.inScan = undefined;
  }

  /** Forgets what was found in a file, but not what that rests on. */
  forgetFindings(uri: string): void {
    const file = this.#disk.get(uri);
    if (file?.found) file.found = { ...file.found, value: undefined };
  }

  /** Whether the report on a file that was made in a scan stays true when all the others are known. */
  isFinal(uri: string): boolean {
    return this.#disk.get(uri)?.isFinal ?? false;
  }

  /**
   * Takes note that the text of a file on disk can be read again when it is asked for: it is kept until the file was looked
   * at, and not even so long if no pod in it can matter by itself.
   */
  setReadable(uri: string): void {
    const file = this.#disk.get(uri);
    if (file === undefined || this.#rereader === undefined) return;
    file.source.setReadable(uri, this.#rereader);
    const settings = this.settingsOf(uri);
    if (file.documents.every((cached) => canReleaseText(cached, this.#rules, settings))) file.source.release();
  }

  /** The text of a file on disk, if it is kept. */
  keptText(uri: string): string | undefined {
    return this.#disk.get(uri)?.source.kept;
  }

  /**
   * Forgets a file on disk in which nothing can be found whatever the pods of others are, and which tells them nothing;
   * gives whether it did. To be asked when all files are there.
   */
  forgetIdle(uri: string): boolean {
    const file = this.#disk.get(uri);
    if (file === undefined) return false;
    const [settings, facts] = [this.settingsOf(uri), this.#factsOf(file.folder)];
    if (!file.documents.every((cached) => canBeIdle(cached, this.#rules, settings, facts))) return false;
    this.#disk.delete(uri);
    this.#idle.set(uri, settings);
    return true;
  }

  /** Files that were forgotten and in which something may matter now, so that they are to be read again. */
  awakened(): string[] {
    const changed = this.#folders.filter((folder) => {
      const facts = this.#factsOf(folder);
      const because = this.#idleBecause.get(folder);
      if (because !== undefined && holds(because, because.settings, facts)) return false;
      const reads = new FactReads(facts);
      readIdleDependencies(reads);
      const settings = this.#settings.get(folder) ?? DEFAULT_SETTINGS;
      this.#idleBecause.set(folder, { value: undefined, settings, reads: reads.settled(), facts });
      return true;
    });
    if (changed.length === 0) return [];
    return [...this.#idle].flatMap(([uri, before]) => {
      const folder = this.folderOf(uri);
      if (!changed.includes(folder)) return [];
      const now = this.settingsOf(uri);
      const isSame = now === before || relevanceKey(now) === relevanceKey(before);
      return isSame && !mayLeaveIdle(uri, this.#factsOf(folder)) ? [] : [uri];
    });
  }

  /** Every file in which something may matter, in the order of their names. */
  uris(): string[] {
    return [...new Set([...this.#open.keys(), ...this.#disk.keys()])].sort();
  }

  /** Every file of a folder that was read, also those of which nothing is kept. */
  urisIn(folder: string): string[] {
    const all = new Set([...this.#open.keys(), ...this.#disk.keys(), ...this.#idle.keys()]);
    return [...all].filter((uri) => this.folderOf(uri) === folder).sort();
  }

  file(uri: string): File | undefined {
    return this.#open.get(uri) ?? this.#disk.get(uri);
  }

  /** The place of a span in another document, in offsets of its file; undefined where the file is gone. */
  locate(place: Location): { readonly file: File; readonly span: Span } | undefined {
    const file = this.#open.get(place.uri) ?? this.#disk.get(place.uri);
    const cached = file?.documents[place.document];
    return file === undefined || cached === undefined
      ? undefined
      : { file, span: shift(place.span, cached.span.start) };
  }

  /**
   * What is found in a file; undefined for one that is not known. Documents in which nothing can be found are left out,
   * unless the `whole` file is asked for: for the verdicts of its pods.
   */
  report(uri: string, whole = false): FileReport | undefined {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    return file && this.#report(file, whole);
  }

  #report(file: CachedFile, whole: boolean): FileReport {
    const settings = this.settingsOf(file.uri);
    const facts = this.#factsFor(file);
    const reports = file.documents.flatMap((cached) => {
      const report = this.#lint(cached, settings, facts, whole);
      return report === undefined ? [] : [{ start: cached.span.start, report }];
    });
    const directed = applyDirectives(
      reports.map(({ report }) => report),
      this.#rules.rules,
      settings,
    );
    const documents = reports.map(({ start, report }, i) => {
      const { findings = [], suppressed = [] } = directed[i] ?? {};
      return { start, report, findings, suppressed };
    });
    // The others ask for them when the trees are gone.
    if (this.#isScanning) for (const cached of file.documents) this.#podFacts(cached, this.#factsOf(file.folder));
    if (!whole) this.#remember(file, documents, settings, facts);
    return { file, documents };
  }

  /** The text of the document, or the item of a `List`, that an offset of a file is in. */
  documentAt(
    uri: string,
    offset: number,
  ): { readonly span: Span; readonly text: string; readonly isItem: boolean } | undefined {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    const cached = file?.documents.findLast(({ span }) => span.start <= offset);
    return cached && { span: cached.span, text: cached.text, isItem: cached.isItem };
  }

  /** Every document of a file; the tree of one in which nothing can be found is undefined unless `all` are wanted. */
  documents(uri: string, all: boolean): DocumentOfFile[] {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    return (file?.documents ?? []).map((cached) => {
      if (all) cached.document ??= treeOf(cached);
      return { span: cached.span, document: cached.document, looksLikeManifest: looksLikeManifest(cached) };
    });
  }

  /**
   * From here on nothing is known of pods in other files, and each file says what it has to when it is looked at: so it is
   * parsed once. After `endScan` a report that would be another one now is not current.
   */
  startScan(): void {
    this.#isScanning = true;
    this.#facts.clear();
  }

  /** From here on fixes are made of findings of these severities alone, beside the safe ones. */
  setFixable(severities: readonly Severity[]): void {
    this.#fixable = severities;
  }

  /** What a scan found out of the pods of a file on disk, for a thread that did not look at it. */
  podsOf(uri: string): PodsOfFile {
    return { uri, pods: (this.#disk.get(uri)?.documents ?? []).map(({ pods }) => pods?.value) };
  }

  /** Takes up what another thread found out with the same files and settings, as it was received. */
  takePods({ uri, pods }: PodsOfFile): void {
    const settings = this.settingsOf(uri);
    for (const cached of this.#disk.get(uri)?.documents ?? []) {
      const value = pods[cached.index]?.map((fact) => withoutPrototypes(fact) as Fact);
      if (value !== undefined) cached.pods = { value, settings, reads: new Reads([]), facts: undefined };
    }
  }

  endScan(): void {
    if (!this.#isScanning) return;
    this.#isScanning = false;
    this.#facts.clear();
  }

  /** Whether the last report on a file is still true. */
  isCurrent(uri: string): boolean {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    return file?.found !== undefined && holds(file.found, this.settingsOf(uri), this.#factsFor(file));
  }

  /** The same findings as in `report`; of a file that is not open no tree is kept for them. */
  findings(uri: string): FileFindings | undefined {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    if (file === undefined) return undefined;
    if (file.found?.value === undefined || !this.isCurrent(uri)) this.#report(file, false);
    if (!this.isOpen(uri)) this.release(uri);
    return file.found?.value;
  }

  #remember(file: CachedFile, documents: readonly DocumentReport[], settings: Settings, facts: Facts): void {
    // Kustomize, Helm and the pods that it selects may give a document without any word that matters one.
    const rendered = new FactReads(facts);
    rendered.keyed('Rendered', file.uri);
    for (const cached of file.documents) matters(cached, this.#rules, settings, rendered);
    const reads = new Reads([rendered.settled(), ...file.documents.flatMap((cached) => cached.result?.reads ?? [])]);
    const value = { file, documents: documents.map(({ start, findings }) => ({ start, findings })) };
    file.found = { value, settings, reads, facts };
    file.isFinal = file.inScan?.facts.wasAskedForPods === false;
  }

  /**
   * Finds out what a file tells others. To be called for every file before `findings` is, or whoever asks first waits for
   * all files at once. In a scan what is found in the file is found out too, if it is wanted: its documents are parsed.
   */
  prepare(uri: string): void {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    if (this.#isScanning && this.settingsOf(uri).scope === 'workspace') this.findings(uri);
    else for (const cached of file?.documents ?? []) this.#podFacts(cached, this.factsFor(uri));
  }

  /** The facts of the folder that a file belongs to. */
  factsFor(uri: string): Facts {
    return this.#factsOf(this.folderOf(uri));
  }

  /** What is needed to look at a text in the place of a file. */
  lintContext(uri: string): LintContext {
    const [settings, facts] = [this.settingsOf(uri), this.factsFor(uri)];
    return { rules: this.#rules, settings, facts, chart: chartOf(uri), onRuleError: this.#onRuleError };
  }

  #put(
    files: Map<string, CachedFile>,
    uri: string,
    text: string,
    version: number | undefined,
    before: CachedFile | undefined,
    skips?: readonly LineSkip[],
  ): void {
    const folder = this.folderOf(uri);
    const source = new FileText(text, this.#encoding, skips);
    const { pieces, head, tail, changed } = piecesAfter(before?.cut ?? NOTHING_CUT, text);
    if (before !== undefined) source.follow(before.source, changed);
    const contents = pieces.map(({ start, end, isItem }, index) => {
      // The index stands for a document's place in its file, which its facts tell others.
      const old = before?.documents[index];
      const isMoved = index >= pieces.length - tail && pieces.length === before?.documents.length;
      const content = text.slice(start, end);
      const isSame = index < head || isMoved || (old?.text === content && old.isItem === isItem);
      return { span: { start, end }, isItem, content, same: isSame ? old : undefined };
    });
    const gone = before?.documents.filter((_, index) => contents[index]?.same === undefined) ?? [];
    const moved = new Map(gone.map((cached) => [cached.text, cached]));
    const documents = contents.map(({ span, isItem, content, same }, index): CachedDocument => {
      if (same !== undefined) return same.movedTo(source, span);
      // In another place only the tree is the same. Each is for one document: what is done to that goes by it.
      const other = moved.size === 0 ? undefined : moved.get(content);
      if (other !== undefined) moved.delete(content);
      const cached = new CachedDocument({ uri, index, source, span, isItem, parsed: this.#parsed });
      if (other?.isItem === isItem) cached.document = other.document;
      else cached.earlier = before?.documents[index]?.last;
      return cached;
    });
    const added = documents.filter((_, index) => contents[index]?.same === undefined);
    files.set(uri, new CachedFile(uri, source, version, folder, documents));
    // Asked for all at once, they would keep others waiting.
    for (const cached of added) mentionsIn(cached);
    const mentions = this.#mentions.get(folder);
    if (mentions !== undefined) for (const cached of added) mentions.add(uri, mentionsIn(cached));
    const index = this.#facts.get(folder);
    if (index !== undefined && this.#factsKey(gone, index) !== this.#factsKey(added, index)) {
      this.#facts.delete(folder);
    }
  }

  #lint(cached: CachedDocument, settings: Settings, facts: Facts, whole: boolean): Report | undefined {
    if (!whole && !matters(cached, this.#rules, settings, facts)) return undefined;
    if (cached.result === undefined || !holds(cached.result, settings, facts)) {
      const own = new FactReads(facts);
      const document = treeOf(cached);
      cached.keep(document);
      this.#lintCount++;
      const judged = this.#judged(cached, document, settings, facts);
      const context = {
        rules: this.#rules,
        settings,
        facts: own,
        at: { uri: cached.uri, document: cached.index },
        chart: chartOf(cached.uri),
        fixable: this.#fixable,
        onRuleError: this.#onRuleError,
      };
      const value = lint(document, context, judged.value);
      cached.result = { value, settings, reads: new Reads([judged.reads, own.settled()]), facts };
    }
    return cached.result.value;
  }

  #factsFor(file: CachedFile): Facts {
    const known = this.#factsOf(file.folder);
    if (!this.#isScanning) return known;
    if (file.inScan?.known !== known) {
      const facts = new FactsOfFile(known, () => file.documents.flatMap((cached) => this.#podFacts(cached, known)));
      file.inScan = { known, facts };
    }
    return file.inScan.facts;
  }

  #factsOf(folder: string): FactIndex {
    const known = this.#facts.get(folder);
    if (known !== undefined) return known;
    const index: FactIndex = new FactIndex((kind, name) => {
      const documents = this.#filesWith(folder, kind, name, index).flatMap((file) => file.documents);
      if (kind === 'Rendered') return this.#renderedIn(documents, index);
      return documents.flatMap((cached) => this.#factsIn(cached, kind, index, name));
    });
    this.#facts.set(folder, index);
    return index;
  }

  #factsIn(cached: CachedDocument, kind: FactKind, facts: Facts, name?: string): readonly Fact[] {
    if (kind === 'Pod') return this.#podFacts(cached, facts);
    if (kind === 'Kustomization') return kustomization(cached) ?? [];
    if (kind === 'Manifest') return manifests(cached, facts);
    if (kind === 'ChartValues') return chartValues(cached);
    const { kinds, names } = mentionsIn(cached);
    if (!kinds.some((one) => one === kind)) return [];
    if (name !== undefined && names?.includes(name) === false && !this.#isRendered(cached, facts)) return [];
    const settings = this.settingsOf(cached.uri);
    if (cached.facts === undefined || !holds(cached.facts, settings, facts)) {
      const reads = new FactReads(facts);
      const value = objectFacts(cached, settings, reads);
      cached.facts = { value, settings, reads: reads.settled(), facts };
    }
    return cached.facts.value.filter((fact) => fact.kind === kind);
  }

  /** Facts about pods rest on the facts of RuntimeClasses and nodes. */
  #podFacts(cached: CachedDocument, facts: Facts): readonly Fact[] {
    const settings = this.settingsOf(cached.uri);
    if (!tellsOfPods(cached, this.#rules, settings, facts)) return [];
    if (cached.pods === undefined || !holds(cached.pods, settings, facts)) {
      const own = new FactReads(facts);
      const document = treeOf(cached);
      // The rules look at it next.
      if (this.#isScanning || this.isOpen(cached.uri)) cached.keep(document);
      const judged = this.#judged(cached, document, settings, facts);
      const value = podFacts(cached, document, judged.value, settings, own);
      cached.pods = { value, settings, reads: new Reads([judged.reads, own.settled()]), facts };
    }
    return cached.pods.value;
  }

  /** It is kept with the tree alone. */
  #judged(cached: CachedDocument, document: Document, settings: Settings, facts: Facts): Cached<JudgedDocument> {
    const isKept = cached.document === document;
    if (isKept && cached.judged !== undefined && holds(cached.judged, settings, facts)) return cached.judged;
    const reads = new FactReads(facts);
    const value = judged(cached, document, settings, reads);
    const found = { value, settings, reads: reads.settled(), facts };
    cached.judged = isKept ? found : undefined;
    return found;
  }

  /** What Kustomize makes in a folder: in the order of its files, until it is too much. */
  #renderedIn(documents: readonly CachedDocument[], facts: Facts): readonly RenderedFact[] {
    const basesBySettings = new Map<Settings, ManifestReader>();
    const built: RenderedFact[] = [];
    let steps = 0;
    for (const cached of documents) {
      const [root] = kustomization(cached) ?? [];
      if (root === undefined) continue;
      const settings = this.settingsOf(cached.uri);
      const bases = basesBySettings.get(settings) ?? new ManifestReader(settings.embeddedPods);
      basesBySettings.set(settings, bases);
      const one = this.#rendered(cached, root, facts, bases);
      steps += one.steps;
      if (steps > MAX_TOTAL_STEPS) {
        if (!this.#notBuilt.has(cached.uri)) this.#onNote(cached.uri, NOT_BUILT);
        this.#notBuilt.add(cached.uri);
        break;
      }
      for (const fact of one.objects) built.push(fact);
    }
    return built;
  }

  /** What becomes of the pods rests on all the files that take cached. */
  #rendered(cached: CachedDocument, root: KustomizationFact, facts: Facts, bases: ManifestReader): Rendered {
    const settings = this.settingsOf(cached.uri);
    if (cached.rendered === undefined || !holds(cached.rendered, settings, facts)) {
      const reads = new FactReads(facts);
      const { objects, steps } = build(root, reads, bases);
      const rendered = objects.map((one) => ({
        ...one,
        isRelevant:
          one.object !== null &&
          relevance(JSON.stringify(plainData(one.object)), this.#rules.words, settings) !== 'none',
      }));
      cached.rendered = { value: { objects: rendered, steps }, settings, reads: reads.settled(), facts };
    }
    return cached.rendered.value;
  }

  /** The files that may hold facts of a kind, of this name if one is given. */
  #filesWith(folder: string, kind: FactKind, name: string | undefined, facts: Facts): readonly CachedFile[] {
    // Texts alone would be much to ask every file for.
    if (kind === 'Manifest') return this.#usedFiles(folder, facts);
    if (OF_FILES.includes(kind)) return this.#files(folder);
    const mentions = this.#mentions.get(folder) ?? this.#mentionsIn(folder);
    this.#mentions.set(folder, mentions);
    // Kustomize gives objects other names.
    const isKustomized = facts.all('Kustomization').length > 0;
    const uris = mentions.urisOf(kind, isKustomized ? undefined : name);
    return [...new Set(uris)].sort().flatMap((uri) => this.#open.get(uri) ?? this.#disk.get(uri) ?? []);
  }

  #mentionsIn(folder: string): MentionIndex {
    const index = new MentionIndex();
    for (const { uri, documents } of this.#files(folder))
      for (const cached of documents) index.add(uri, mentionsIn(cached));
    return index;
  }

  /** Whether Kustomize makes something of a document. */
  #isRendered({ uri, index }: CachedDocument, facts: Facts): boolean {
    return renderedOf(facts, { uri, document: index }).length > 0;
  }

  /** The files that Kustomize files name. */
  #usedFiles(folder: string, facts: Facts): CachedFile[] {
    const used = new Set(facts.all('Kustomization').flatMap(usedBy));
    return used.size === 0 ? [] : this.#files(folder).filter(({ uri }) => used.has(uri));
  }

  #files(folder: string): CachedFile[] {
    const files = this.uris().flatMap((uri) => this.#open.get(uri) ?? this.#disk.get(uri) ?? []);
    return files.filter((file) => file.folder === folder);
  }

  /** What documents tell of the kinds that were asked for, in a form that can be compared. */
  #factsKey(documents: readonly CachedDocument[], index: FactIndex): string {
    // What Kustomize renders changes with the facts that it rests on.
    const kinds = index.kinds.filter((kind) => kind !== 'Rendered');
    return JSON.stringify(documents.flatMap((cached) => kinds.flatMap((kind) => this.#factsIn(cached, kind, index))));
  }
}

/** Data that was sent from another thread, where maps have lost that they inherit nothing: a label may be `constructor`. */
function withoutPrototypes(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutPrototypes);
  if (typeof data !== 'object' || data === null) return data;
  const result = Object.create(null);
  for (const [key, value] of Object.entries(data)) result[key] = withoutPrototypes(value);
  return result;
}

/** Before a file is read for the first time. */
const NOTHING_CUT: Cut = { text: '', pieces: [] };

const NOT_BUILT =
  'The Kustomize files build too many objects. From this file on, manifests are checked without Kustomize.';

/** Facts that are not told by objects of their kind. */
const OF_FILES: readonly FactKind[] = ['Pod', 'Kustomization', 'Rendered', 'ChartValues'];

function holds<T>(remembered: Cached<T>, settings: Settings, facts: Facts): boolean {
  if (remembered.settings !== settings) return false;
  if (remembered.facts !== facts && !remembered.reads.stillHold(facts)) return false;
  remembered.facts = facts;
  return true;
}
