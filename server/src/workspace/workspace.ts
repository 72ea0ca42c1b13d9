import type { Fact, Facts, Place } from '../kubernetes/facts.ts';
import { factOf } from '../kubernetes/facts.ts';
import { objects } from '../kubernetes/object.ts';
import { lint, type RuleSet } from '../lint/engine.ts';
import type { Finding, Report } from '../lint/finding.ts';
import { mayMatter, mayTell } from '../lint/relevance.ts';
import type { Rule } from '../lint/rule.ts';
import { DEFAULT_SETTINGS, type Settings } from '../lint/settings.ts';
import { applyDirectives } from '../lint/silence.ts';
import { LineIndex } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import { type Document, parse } from '../yaml/document.ts';
import { slice } from '../yaml/slice.ts';
import { FactIndex, FactReads } from './fact-index.ts';

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

export interface DocumentReport {
  /** The offset of the document in the file; everything in `report` and `findings` counts from there. */
  readonly start: number;
  readonly report: Report;
  /** What is left after directives. */
  readonly findings: readonly Finding[];
}

interface FileState extends File {
  readonly folder: string;
  readonly parts: readonly Part[];
}

/** A document of a file together with what is remembered of it. */
interface Part {
  readonly span: Span;
  readonly text: string;
  document: Document | undefined;
  readonly facts: readonly Fact[];
  result: { readonly report: Report; readonly settings: Settings; readonly reads: FactReads; facts: Facts } | undefined;
}

/**
 * All state: the files of the workspace folders, what they tell about each other, and what was found in them. An open
 * file wins over the disk. Results are remembered until the text, the settings or the facts that they used change.
 */
export class Workspace {
  readonly #rules: RuleSet;
  readonly #onRuleError: (rule: Rule, error: unknown) => void;
  #folders: readonly string[] = [];
  readonly #settings = new Map<string, Settings>();
  readonly #open = new Map<string, FileState>();
  readonly #disk = new Map<string, FileState>();
  readonly #facts = new Map<string, FactIndex>();
  #lintCount = 0;

  constructor(rules: RuleSet, onRuleError: (rule: Rule, error: unknown) => void) {
    this.#rules = rules;
    this.#onRuleError = onRuleError;
  }

  /** How many documents were looked at by the rules so far: what tests of the memory count. */
  get lintCount(): number {
    return this.#lintCount;
  }

  get rules(): RuleSet {
    return this.#rules;
  }

  /** The folders, each a scope of its own for facts and settings; a file belongs to the one with the longest prefix. */
  setFolders(folders: readonly string[]): void {
    this.#folders = [...folders].sort((a, b) => b.length - a.length);
    for (const files of [this.#open, this.#disk]) {
      for (const [uri, file] of files) files.set(uri, { ...file, folder: this.folderOf(uri) });
    }
    this.#facts.clear();
  }

  /** The folder that a file belongs to; empty for a file outside of all. */
  folderOf(uri: string): string {
    return this.#folders.find((folder) => uri === folder || uri.startsWith(`${folder}/`)) ?? '';
  }

  setSettings(folder: string, settings: Settings): void {
    this.#settings.set(folder, settings);
  }

  settingsOf(uri: string): Settings {
    return this.#settings.get(this.folderOf(uri)) ?? DEFAULT_SETTINGS;
  }

  /** Takes up the text of an open file; documents that did not change keep what is known of them. */
  open(uri: string, text: string, version: number): void {
    this.#put(this.#open, uri, text, version, this.#open.get(uri) ?? this.#disk.get(uri));
  }

  close(uri: string): void {
    if (this.#open.delete(uri)) this.#facts.delete(this.folderOf(uri));
  }

  isOpen(uri: string): boolean {
    return this.#open.has(uri);
  }

  /** Takes up the text of a file on disk, undefined where there is none any more. */
  setOnDisk(uri: string, text: string | undefined): void {
    if (text === undefined) {
      if (this.#disk.delete(uri)) this.#facts.delete(this.folderOf(uri));
      return;
    }
    this.#put(this.#disk, uri, text, undefined, this.#disk.get(uri));
  }

  /** Every file in which something may matter, in the order of their names. */
  uris(): string[] {
    return [...new Set([...this.#open.keys(), ...this.#disk.keys()])].sort();
  }

  file(uri: string): File | undefined {
    return this.#open.get(uri) ?? this.#disk.get(uri);
  }

  /** The place of a span in another document, in offsets of its file; undefined where the file is gone. */
  locate(place: Place): { readonly file: File; readonly span: Span } | undefined {
    const file = this.#open.get(place.uri) ?? this.#disk.get(place.uri);
    const part = file?.parts[place.document];
    return file === undefined || part === undefined ? undefined : { file, span: shift(place.span, part.span.start) };
  }

  /**
   * What is found in a file; undefined for one that is not known. Documents in which nothing can be found are left out,
   * unless the `whole` file is asked for: for what its pods are taken for.
   */
  report(uri: string, whole = false): FileReport | undefined {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    if (file === undefined) return undefined;
    const settings = this.settingsOf(uri);
    const facts = this.#factsOf(file.folder);
    const reports = file.parts.flatMap((part) => {
      const report = this.#lint(part, settings, facts, whole);
      return report === undefined ? [] : [{ start: part.span.start, report }];
    });
    const findings = applyDirectives(
      reports.map(({ report }) => report),
      this.#rules.rules,
      settings,
    );
    return { file, documents: reports.map((one, i) => ({ ...one, findings: findings[i] ?? [] })) };
  }

  /** The facts of the folder that a file belongs to. */
  factsFor(uri: string): Facts {
    return this.#factsOf(this.folderOf(uri));
  }

  #put(
    files: Map<string, FileState>,
    uri: string,
    text: string,
    version: number | undefined,
    before: FileState | undefined,
  ): void {
    const folder = this.folderOf(uri);
    // The index stands for a document's place in its file, which its facts tell others.
    const known = new Map(before?.parts.map((part, i) => [`${i}\n${part.text}`, part]));
    const parts = slice(text).map((span, i): Part => {
      const content = text.slice(span.start, span.end);
      const same = known.get(`${i}\n${content}`);
      if (same !== undefined) return { ...same, span };
      if (!mayTell(content)) return { span, text: content, document: undefined, facts: [], result: undefined };
      const document = parse(content);
      return { span, text: content, document, facts: factsOf(document, uri, i), result: undefined };
    });
    files.set(uri, { uri, text, version, lines: new LineIndex(text), folder, parts });
    if (before === undefined || saying(before.parts) !== saying(parts)) this.#facts.delete(folder);
  }

  #lint(part: Part, settings: Settings, facts: Facts, whole: boolean): Report | undefined {
    const { result } = part;
    if (result !== undefined && result.settings === settings) {
      if (result.facts === facts) return result.report;
      if (result.reads.stillHold(facts)) {
        result.facts = facts;
        return result.report;
      }
    }
    if (!whole && !mayMatter(part.text, settings)) return undefined;
    const document = part.document ?? parse(part.text);
    const reads = new FactReads(facts);
    this.#lintCount++;
    const report = lint(document, { rules: this.#rules, settings, facts: reads, onRuleError: this.#onRuleError });
    part.document = document;
    part.result = { report, settings, reads, facts };
    return report;
  }

  #factsOf(folder: string): Facts {
    const known = this.#facts.get(folder);
    if (known !== undefined) return known;
    const files = this.uris().flatMap((uri) => this.#open.get(uri) ?? this.#disk.get(uri) ?? []);
    const facts = files
      .filter((file) => file.folder === folder)
      .flatMap((file) => file.parts.flatMap((part) => part.facts));
    const index = new FactIndex(facts);
    this.#facts.set(folder, index);
    return index;
  }
}

/** The facts of a file in a form that can be compared. */
function saying(parts: readonly Part[]): string {
  return JSON.stringify(parts.flatMap((part) => part.facts));
}

function factsOf(document: Document, uri: string, index: number): Fact[] {
  return objects(document).flatMap((object) => {
    const name = object.field.at('metadata', 'name');
    const span = name?.valueSpan ?? object.field.span;
    return factOf(object, { uri, document: index, span }) ?? [];
  });
}
