import { chartOf, chartValuesOf, isChartValuesName, valuesFor } from '../kubernetes/chart-values.ts';
import {
  type ChartValuesFact,
  type Fact,
  type FactKind,
  type Facts,
  factOf,
  type KustomizationFact,
  OBJECT_KINDS,
  type ObjectFact,
  type Place,
  type RenderedFact,
  usedBy,
  using,
} from '../kubernetes/facts.ts';
import { isKustomizationName, kustomizationOf } from '../kubernetes/kustomization.ts';
import { objects } from '../kubernetes/object.ts';
import { podsOf } from '../kubernetes/pod.ts';
import { renderings } from '../kubernetes/rendering.ts';
import { plain } from '../kubernetes/strategic-merge.ts';
import { readDirectives } from '../lint/directive.ts';
import { lint } from '../lint/engine.ts';
import type { Finding, Report } from '../lint/finding.ts';
import { objectUses } from '../lint/kustomize-use.ts';
import { podsWithVerdict } from '../lint/pod-verdict.ts';
import { mayMatter } from '../lint/relevance.ts';
import type { Rule } from '../lint/rule.ts';
import type { LintContext, RuleSet } from '../lint/rule-set.ts';
import { DEFAULT_SETTINGS, type Settings } from '../lint/settings.ts';
import { applyDirectives } from '../lint/suppression.ts';
import { LineIndex } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import { podFact } from '../windows/pod-fact.ts';
import { type Document, parse } from '../yaml/document.ts';
import type { Field } from '../yaml/field.ts';
import { slice } from '../yaml/slice.ts';
import { FactIndex, FactReads } from './fact-index.ts';
import { resolveUri } from './uri.ts';

/** A file in which something may matter, as it was last read. */
export interface File {
  readonly uri: string;
  readonly text: string;
  /** The editor's version, where it is open there. */
  readonly version: number | undefined;
  readonly lines: LineIndex;
}

/**
 * Whether a file can be wrong or tell others anything. Without a kind only a file of Kustomize can, a JSON patch for one,
 * and the values of a chart.
 */
export function mayHoldFacts(uri: string, text: string): boolean {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return text.includes('kind') || isKustomizationName(name) || /\bop["']?\s*:/.test(text) || mayBeValues(name, text);
}

function mayBeValues(name: string, text: string): boolean {
  return isChartValuesName(name) && text.includes('kubernetes.io/os');
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

/** The findings of a file alone, document by document. */
export interface FileFindings {
  readonly file: File;
  readonly documents: readonly Pick<DocumentReport, 'start' | 'findings'>[];
}

interface FileState extends File {
  readonly folder: string;
  readonly parts: readonly Part[];
  found: Found | undefined;
}

/** The findings of a file, and what shows that they still hold. */
interface Found {
  readonly value: FileFindings;
  readonly settings: Settings;
  readonly reads: readonly FactReads[];
  facts: Facts;
}

/** A document of a file together with what is remembered of it. */
interface Part {
  readonly uri: string;
  readonly index: number;
  readonly span: Span;
  readonly text: string;
  document: Document | undefined;
  /** What its objects tell others, once something has asked. */
  facts: Remembered<readonly ObjectFact[]> | undefined;
  /** What it is to Kustomize, once something has asked; null where it is nothing. */
  kustomization: KustomizationFact | null | undefined;
  /** What it says as the values of a chart, once something has asked. */
  chartValues: readonly ChartValuesFact[] | undefined;
  rendered: Remembered<readonly RenderedFact[]> | undefined;
  pods: Remembered<readonly Fact[]> | undefined;
  result: Remembered<Report> | undefined;
}

/** Something derived from a document, the settings and facts of others, and what shows that it still holds. */
interface Remembered<T> {
  readonly value: T;
  readonly settings: Settings;
  readonly reads: FactReads;
  /** The facts that were last seen to give the same answers. */
  facts: Facts;
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
    // What a pod tells others depends on them.
    this.#facts.delete(folder);
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

  /** Forgets the trees of a file that is not open; its facts stay, and the rest is found again when it is asked for. */
  release(uri: string): void {
    for (const part of this.#disk.get(uri)?.parts ?? []) {
      part.document = undefined;
      part.result = undefined;
    }
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

  /** The same findings as in `report`; of a file that is not open no tree is kept for them. */
  findings(uri: string): FileFindings | undefined {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    if (file === undefined) return undefined;
    const settings = this.settingsOf(uri);
    const facts = this.#factsOf(file.folder);
    const { found } = file;
    if (found?.settings === settings && (found.facts === facts || found.reads.every((one) => one.stillHold(facts)))) {
      found.facts = facts;
      return found.value;
    }
    const documents = this.report(uri)?.documents.map(({ start, findings }) => ({ start, findings })) ?? [];
    // Kustomize and Helm may give a document without any word that matters one.
    const rendered = new FactReads(facts);
    rendered.keyed('Rendered', uri);
    for (const part of file.parts) matters(part, settings, rendered);
    const reads = [rendered, ...file.parts.flatMap((part) => part.result?.reads ?? [])];
    file.found = { value: { file, documents }, settings, reads, facts };
    if (!this.isOpen(uri)) this.release(uri);
    return file.found.value;
  }

  /**
   * Finds out what a file tells others. To be called for every file before `findings` is, or whoever asks first waits
   * for all files at once; and then again with `pods`, for these rest on what other objects tell.
   */
  prepare(uri: string, pods: boolean): void {
    const file = this.#open.get(uri) ?? this.#disk.get(uri);
    for (const part of file?.parts ?? []) {
      const facts = this.factsFor(uri);
      if (pods) this.#podFacts(part, facts);
      else for (const kind of OBJECT_KINDS) this.#factsIn(part, kind, facts);
    }
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
    files: Map<string, FileState>,
    uri: string,
    text: string,
    version: number | undefined,
    before: FileState | undefined,
  ): void {
    const folder = this.folderOf(uri);
    // The index stands for a document's place in its file, which its facts tell others.
    const known = new Map(before?.parts.map((part) => [`${part.index}\n${part.text}`, part]));
    const moved = new Map(before?.parts.map((part) => [part.text, part.document]));
    const contents = slice(text).map((span, index) => {
      const content = text.slice(span.start, span.end);
      const same = known.get(`${index}\n${content}`);
      if (same !== undefined) moved.delete(content);
      return { span, content, same };
    });
    const parts = contents.map(({ span, content, same }, index): Part => {
      if (same !== undefined) return { ...same, span };
      // In another place only the tree is the same. Each is for one document: what is done to that goes by it.
      const document = moved.get(content);
      moved.delete(content);
      return { uri, index, text: content, ...NOTHING_KNOWN, document, span };
    });
    files.set(uri, { uri, text, version, lines: new LineIndex(text), folder, parts, found: undefined });
    const index = this.#facts.get(folder);
    if (index !== undefined && this.#saying(before?.parts, index) !== this.#saying(parts, index)) {
      this.#facts.delete(folder);
    }
  }

  #lint(part: Part, settings: Settings, facts: Facts, whole: boolean): Report | undefined {
    if (!whole && !matters(part, settings, facts)) return undefined;
    if (part.result === undefined || !holds(part.result, settings, facts)) {
      const reads = new FactReads(facts);
      const document = part.document ?? parse(part.text);
      part.document = document;
      this.#lintCount++;
      const value = lint(document, {
        rules: this.#rules,
        settings,
        facts: reads,
        at: { uri: part.uri, document: part.index },
        chart: chartOf(part.uri),
        onRuleError: this.#onRuleError,
      });
      part.result = { value, settings, reads, facts };
    }
    return part.result.value;
  }

  #factsOf(folder: string): FactIndex {
    const known = this.#facts.get(folder);
    if (known !== undefined) return known;
    const index: FactIndex = new FactIndex((kind) => {
      // Texts alone would be much to ask every file for.
      const files = kind === 'Manifest' ? this.#usedFiles(folder, index) : this.#files(folder);
      return files.flatMap(({ parts }) => parts.flatMap((part) => this.#factsIn(part, kind, index)));
    });
    this.#facts.set(folder, index);
    return index;
  }

  #factsIn(part: Part, kind: FactKind, facts: Facts): readonly Fact[] {
    if (kind === 'Pod') return this.#podFacts(part, facts);
    if (kind === 'Kustomization') return kustomization(part) ?? [];
    if (kind === 'Rendered') return this.#rendered(part, facts);
    if (kind === 'Manifest') return manifests(part, facts);
    if (kind === 'ChartValues') return chartValues(part);
    if (!part.text.includes(kind)) return [];
    const settings = this.settingsOf(part.uri);
    if (part.facts === undefined || !holds(part.facts, settings, facts)) {
      const reads = new FactReads(facts);
      const value = NAMES_A_KIND.test(part.text) ? objectFacts(part, settings, reads) : [];
      part.facts = { value, settings, reads, facts };
    }
    return part.facts.value.filter((fact) => fact.kind === kind);
  }

  /** Facts about pods rest on the facts of RuntimeClasses and nodes. */
  #podFacts(part: Part, facts: Facts): readonly Fact[] {
    const settings = this.settingsOf(part.uri);
    if (!matters(part, settings, facts)) return [];
    if (part.pods === undefined || !holds(part.pods, settings, facts)) {
      const reads = new FactReads(facts);
      part.pods = { value: podFacts(part, settings, reads), settings, reads, facts };
    }
    return part.pods.value;
  }

  /** What becomes of the pods rests on all the files that take part. */
  #rendered(part: Part, facts: Facts): readonly RenderedFact[] {
    const [root] = kustomization(part) ?? [];
    if (root === undefined) return [];
    const settings = this.settingsOf(part.uri);
    if (part.rendered === undefined || !holds(part.rendered, settings, facts)) {
      const reads = new FactReads(facts);
      const value = renderings(root, reads, settings.embeddedPods).map((one) => ({
        ...one,
        matters: one.object !== null && mayMatter(JSON.stringify(plain(one.object)), settings),
      }));
      part.rendered = { value, settings, reads, facts };
    }
    return part.rendered.value;
  }

  /** The files that Kustomize files name. */
  #usedFiles(folder: string, facts: Facts): FileState[] {
    const used = new Set(facts.all('Kustomization').flatMap(usedBy));
    return used.size === 0 ? [] : this.#files(folder).filter(({ uri }) => used.has(uri));
  }

  #files(folder: string): FileState[] {
    const files = this.uris().flatMap((uri) => this.#open.get(uri) ?? this.#disk.get(uri) ?? []);
    return files.filter((file) => file.folder === folder);
  }

  /** What documents tell of the kinds that were asked for, in a form that can be compared. */
  #saying(parts: readonly Part[] | undefined, index: FactIndex): string {
    // What Kustomize renders changes with the facts that it rests on.
    const kinds = index.kinds.filter((kind) => kind !== 'Rendered');
    return JSON.stringify(parts?.flatMap((part) => kinds.flatMap((kind) => this.#factsIn(part, kind, index))));
  }
}

function holds<T>(remembered: Remembered<T>, settings: Settings, facts: Facts): boolean {
  if (remembered.settings !== settings) return false;
  if (remembered.facts !== facts && !remembered.reads.stillHold(facts)) return false;
  remembered.facts = facts;
  return true;
}

const NOTHING_KNOWN = {
  document: undefined,
  facts: undefined,
  kustomization: undefined,
  chartValues: undefined,
  rendered: undefined,
  pods: undefined,
  result: undefined,
} satisfies Partial<Part>;

/** Whether a document can matter: by its own text, or by what Kustomize or Helm makes of it. */
function matters(part: Part, settings: Settings, facts: Facts): boolean {
  if (mayMatter(part.text, settings) || chartMatters(part, facts)) return true;
  const rendered = facts.keyed('Rendered', part.uri).filter((one) => one.matters);
  return rendered.some(({ sources }) =>
    sources.some(({ uri, document }) => uri === part.uri && document === part.index),
  );
}

/** Whether it is a template that the values of its chart may make a manifest for Windows. */
function chartMatters({ uri, text }: Part, facts: Facts): boolean {
  const chart = text.includes('nodeSelector') && text.includes('.Values') ? chartOf(uri) : undefined;
  const values = chart === undefined ? [] : valuesFor(chart, facts);
  return values.some(({ nodeSelectors }) => Object.values(nodeSelectors).some(({ os }) => os === 'windows'));
}

/** What a document says as the values of a chart: one fact or none. */
function chartValues(part: Part): readonly ChartValuesFact[] {
  const { uri, index, text } = part;
  const chart = uri.slice(0, uri.lastIndexOf('/'));
  if (index > 0 || !mayBeValues(uri.slice(chart.length + 1), text)) return [];
  const place = { uri, document: index, span: { start: 0, end: 0 } };
  part.chartValues ??= [chartValuesOf(part.document ?? parse(text), place, chart) ?? []].flat();
  return part.chartValues;
}

/** No manifest of a pod, and no patch of one, is as long. */
const MAX_MANIFEST = 200_000;

function manifests(part: Part, facts: Facts): Fact[] {
  const { uri, index, text } = part;
  if (text.length > MAX_MANIFEST) return [];
  if (facts.keyed('Kustomization', using(uri)).length === 0) return [];
  const place = { uri, document: index, span: { start: 0, end: 0 } };
  return [{ kind: 'Manifest', name: uri, namespace: null, place, text }];
}

/** What a document is to Kustomize: one fact, or undefined. */
function kustomization(part: Part): readonly KustomizationFact[] | undefined {
  const { uri } = part;
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const isNamed = isKustomizationName(uri.slice(folder.length + 1));
  if (part.kustomization === undefined && (isNamed || part.text.includes('kustomize.config.k8s.io'))) {
    const place = { uri, document: part.index, span: { start: 0, end: 0 } };
    const document = part.document ?? parse(part.text);
    const found = kustomizationOf(document, place, isNamed ? folder : undefined, (path) => resolveUri(folder, path));
    part.kustomization = found ?? null;
  }
  return part.kustomization ? [part.kustomization] : undefined;
}

/** A kind that tells others something, as a word of its own; what could be spelled with escapes may be one. */
const NAMES_A_KIND = new RegExp(`\\b(?:Cluster)?(?:${OBJECT_KINDS.join('|')})(?:List)?\\b|\\\\[xuU/]`);

// For facts alone a tree is not kept: every file is asked for its facts.

function objectFacts(part: Part, settings: Settings, facts: Facts): ObjectFact[] {
  const document = part.document ?? parse(part.text);
  const context = { settings, facts, at: { uri: part.uri, document: part.index } };
  return aside(document, () =>
    objects(document).flatMap((object) => {
      const place = placeOf(part, object.field.at('metadata', 'name') ?? object.field);
      const uses = objectUses(object, context);
      const made = uses.length === 0 ? [object] : uses.flatMap((use) => use.object ?? []);
      const all = made.flatMap((one) => factOf(one, place) ?? []);
      return [...new Map(all.map((fact) => [JSON.stringify(fact), fact])).values()];
    }),
  );
}

/** A rule that asks for facts may be looking at the document that they are read in. */
function aside<T>({ template }: Document, read: () => T): T {
  return template === undefined ? read() : template.aside(read).value;
}

function podFacts(part: Part, settings: Settings, facts: Facts): Fact[] {
  const document = part.document ?? parse(part.text);
  const directives = readDirectives(document);
  const context = { settings, facts, at: { uri: part.uri, document: part.index }, chart: chartOf(part.uri) };
  return aside(document, () =>
    objects(document).flatMap((object) =>
      podsOf(object, settings.embeddedPods).flatMap((pod) => {
        if (pod.patch) return [];
        const place = placeOf(part, object.field.at('metadata', 'name') ?? object.field);
        return podsWithVerdict(pod, directives, context).map((one) => podFact(one.pod, one.verdict, facts, place));
      }),
    ),
  );
}

function placeOf(part: Part, field: Field): Place {
  return { uri: part.uri, document: part.index, span: field.key === 'name' ? field.valueSpan : field.span };
}
