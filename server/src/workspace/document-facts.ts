import { chartOf, chartValuesOf, isChartValuesName, valuesFor } from '../kubernetes/chart-values.ts';
import {
  type ChartValuesFact,
  type Fact,
  type Facts,
  type KustomizationFact,
  type Location,
  type ObjectFact,
  type RenderedFact,
  renderedOf,
  using,
} from '../kubernetes/facts.ts';
import { isKustomizationName, kustomizationOf } from '../kubernetes/kustomization.ts';
import { type KubeObject, objects } from '../kubernetes/object.ts';
import { DATA_KEYS, factOf } from '../kubernetes/object-fact.ts';
import { type JudgedDocument, judge, podsInCluster } from '../lint/engine/pod-verdict.ts';
import type { Report } from '../lint/engine/report.ts';
import { objectUses } from '../lint/kustomize/use.ts';
import { type Relevance, relevance } from '../lint/rule-set/relevance.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { copied } from '../text/copied.ts';
import type { Span } from '../text/span.ts';
import { podFact } from '../windows/pod-fact.ts';
import { isCertainlyWindows } from '../windows/verdict.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import { parseAfter } from '../yaml/read/parse-after.ts';
import { withoutBlocks } from '../yaml/read/without-blocks.ts';
import type { Reads } from './fact-index.ts';
import type { FileText } from './file-text.ts';
import { type Mentions, mentionsOf } from './mentions.ts';
import { resolveUri } from './uri.ts';

// What a document tells about others. For facts alone a tree is not kept: every file is asked for its facts.

/** A document of a file together with what is remembered of it. */
export class CachedDocument {
  readonly uri: string;
  readonly index: number;
  readonly source: FileText;
  readonly span: Span;
  /** Whether it is an item of a `List`. */
  readonly isItem: boolean;
  /** Counts for all documents of a workspace. */
  readonly parsed: ParseCount;
  /** What its text alone says; it goes by the settings. */
  relevance: { readonly value: Relevance; readonly settings: Settings } | undefined;
  /** The same text in memory of its own, once something has asked whom it selects. */
  selector: string | undefined;
  /** Whether it may use a claim, and whether it looks like a manifest, once something has asked. */
  usesClaim: boolean | undefined;
  looksLikeManifest: boolean | undefined;
  document: Document | undefined;
  /** What stood there before, without errors, until its own tree is kept. */
  earlier: Document | undefined;
  /** The verdicts of the pods in that tree. */
  judged: Cached<JudgedDocument> | undefined;
  /** What its objects may tell others, once something has asked. */
  mentions: Mentions | undefined;
  /** What its objects tell others, once something has asked. */
  facts: Cached<readonly ObjectFact[]> | undefined;
  /** What it is to Kustomize, once something has asked; null where it is nothing. */
  kustomization: KustomizationFact | null | undefined;
  /** What it says as the values of a chart, once something has asked. */
  chartValues: readonly ChartValuesFact[] | undefined;
  rendered: Cached<Rendered> | undefined;
  pods: Cached<readonly Fact[]> | undefined;
  result: Cached<Report> | undefined;

  constructor(at: Pick<CachedDocument, 'uri' | 'index' | 'source' | 'span' | 'isItem' | 'parsed'>) {
    this.uri = at.uri;
    this.index = at.index;
    this.source = at.source;
    this.span = at.span;
    this.isItem = at.isItem;
    this.parsed = at.parsed;
  }

  get text(): string {
    return this.source.text.slice(this.span.start, this.span.end);
  }

  /** Keeps its tree. */
  keep(document: Document): void {
    this.document = document;
    if (document.errors.length === 0) this.earlier = undefined;
  }

  /** The last tree without errors, if there is one: what is written here next can be read after it. */
  get last(): Document | undefined {
    return this.earlier ?? this.document;
  }

  /** The same document, with all that is remembered of it, at another place or in another text. */
  movedTo(source: FileText, span: Span): CachedDocument {
    return Object.assign(new CachedDocument(this), this, { source, span });
  }
}

/** What a Kustomize file builds, and the work that it is. */
export interface Rendered {
  readonly objects: readonly RenderedFact[];
  readonly steps: number;
}

/** How much was parsed. */
export interface ParseCount {
  documents: number;
  characters: number;
}

/** The tree of a document; it is kept where the caller does so. */
export function treeOf(cached: CachedDocument): Document {
  if (cached.document !== undefined) return cached.document;
  const { isItem, parsed, earlier } = cached;
  // In a file that someone types in, the trees of its documents must not hold as many texts of it.
  const text = earlier === undefined ? cached.text : copied(cached.text);
  const changed = earlier && parseAfter(earlier, text);
  if (changed !== undefined) return changed;
  parsed.documents++;
  parsed.characters += text.length;
  return parse(text, isItem);
}

/** Something derived from a document, the settings and facts of others, and what shows that it still holds. */
export interface Cached<T> {
  readonly value: T;
  readonly settings: Settings;
  readonly reads: Reads;
  /** The facts that were last seen to give the same answers, if they still are to be had. */
  facts: Facts | undefined;
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

/** Whether a document can matter: by its own text, by the pods that it selects, or by what Kustomize or Helm makes of it. */
export function matters(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  if (mayHavePods(cached, rules, settings, facts)) return true;
  return relevanceOf(cached, rules, settings) === 'selecting' && facts.derived(maySelect, selectorOf(cached));
}

/** Whether there may be a pod in it that others have to know of, or anything else that matters by itself. */
function mayHavePods(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  if (relevanceOf(cached, rules, settings) === 'some' || chartMatters(cached, facts)) return true;
  return renderedOf(facts, { uri: cached.uri, document: cached.index }).some((one) => one.isRelevant);
}

/** Whether it may have facts of pods. */
export function tellsOfPods(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  return mayUseClaim(cached) || mayHavePods(cached, rules, settings, facts);
}

/** What pods for Linux say of storage that they share with others. */
const USES_CLAIM = /\b(?:persistentVolumeClaim|volumeClaimTemplates?)\b/;

/** Whether nothing can be found in it whatever the pods of other files are, and it tells others nothing. */
export function canBeIdle(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  return (
    relevanceOf(cached, rules, settings) === 'none' &&
    !tellsOfPods(cached, rules, settings, facts) &&
    mentionsIn(cached).kinds.length === 0 &&
    chartValues(cached).length === 0 &&
    kustomization(cached) === undefined &&
    facts.keyed('Kustomization', using(cached.uri)).length === 0
  );
}

/** The same of a text alone, in whatever file it is. */
export function mayMatter(text: string, words: RuleSet['words'], settings: Settings): boolean {
  return relevance(text, words, settings) !== 'none' || USES_CLAIM.test(text) || mentionsOf(text).kinds.length > 0;
}

/** Asks what idle files rest on beside their own text. */
export function readIdleDependencies(facts: Facts): void {
  facts.all('Kustomization');
  facts.all('ChartValues');
}

/** Whether a file may not be idle, by what others say. */
export function mayLeaveIdle(uri: string, facts: Facts): boolean {
  if (facts.keyed('Kustomization', using(uri)).length > 0) return true;
  const chart = chartOf(uri);
  return chart !== undefined && valuesFor(chart, facts).length > 0;
}

/** Whether no pod in it can matter by itself. Then all is found out that is asked of such a text more than once. */
export function canReleaseText(cached: CachedDocument, rules: RuleSet, settings: Settings): boolean {
  // With other values of its chart, a template may be for Windows.
  const isOfChart =
    chartOf(cached.uri) !== undefined || isChartValuesName(cached.uri.slice(cached.uri.lastIndexOf('/') + 1));
  const relevance = relevanceOf(cached, rules, settings);
  if (isOfChart || relevance === 'some' || kustomization(cached) !== undefined) return false;
  if (relevance === 'selecting') selectorOf(cached);
  mentionsIn(cached);
  mayUseClaim(cached);
  looksLikeManifest(cached);
  return true;
}

/** Whether it has the keys that every manifest has, as they are written in YAML and JSON. */
export function looksLikeManifest(cached: CachedDocument): boolean {
  cached.looksLikeManifest ??= MANIFEST.every((key) => key.test(cached.text));
  return cached.looksLikeManifest;
}

const MANIFEST = [/\bapiVersion["']?\s*:/, /\bkind["']?\s*:/];

function selectorOf(cached: CachedDocument): string {
  cached.selector ??= copied(cached.text);
  return cached.selector;
}

function mayUseClaim(cached: CachedDocument): boolean {
  cached.usesClaim ??= USES_CLAIM.test(cached.text);
  return cached.usesClaim;
}

/** What its objects may tell others. */
export function mentionsIn(cached: CachedDocument): Mentions {
  cached.mentions ??= mentionsOf(cached.text);
  return cached.mentions;
}

function relevanceOf(cached: CachedDocument, { words }: RuleSet, settings: Settings): Relevance {
  if (cached.relevance?.settings !== settings) {
    cached.relevance = { value: relevance(cached.text, words, settings), settings };
  }
  return cached.relevance.value;
}

/** Whether a text names a label of a Windows pod, or has a selector that may need none. */
function maySelect(facts: Facts, text: string): boolean {
  if (ANY_SELECTOR.test(text)) return facts.derived(hasWindowsPods, null);
  const labels = Object.entries(facts.derived(windowsLabels, null));
  const written = labels.flatMap(([key, values]) => (text.includes(key) ? [values] : []));
  return written.length > 0 && (text.match(/[\w.-]+/g) ?? []).some((word) => written.some((one) => one[word]));
}

/** A selector that may need no label, and texts in which one may be written otherwise. */
const ANY_SELECTOR = /podSelector|\{\{|\$\{|\\[xuU/]/;

function hasWindowsPods(facts: Facts): boolean {
  return facts.all('Pod').some(isCertainlyWindows);
}

/** The labels of the pods for Windows: their values by key. */
function windowsLabels(facts: Facts): Readonly<Record<string, Readonly<Record<string, true>>>> {
  const found: Record<string, Record<string, true>> = Object.create(null);
  for (const { labels } of facts.all('Pod').filter(isCertainlyWindows)) {
    for (const [key, value] of Object.entries(labels)) {
      const values = found[key] ?? Object.create(null);
      found[key] = values;
      values[value] = true;
    }
  }
  return found;
}

/** Whether it is a template that the values of its chart may make a manifest for Windows. */
function chartMatters(cached: CachedDocument, facts: Facts): boolean {
  const chart = chartOf(cached.uri);
  if (chart === undefined) return false;
  const { text } = cached;
  if (!text.includes('nodeSelector') || !text.includes('.Values')) return false;
  const values = valuesFor(chart, facts);
  return values.some(({ nodeSelectors }) => Object.values(nodeSelectors).some(({ os }) => os === 'windows'));
}

/** What a document says as the values of a chart: one fact or none. */
export function chartValues(cached: CachedDocument): readonly ChartValuesFact[] {
  const { uri, index } = cached;
  const chart = uri.slice(0, uri.lastIndexOf('/'));
  const name = uri.slice(chart.length + 1);
  if (index > 0 || !isChartValuesName(name) || !mayBeValues(name, cached.text)) return [];
  const place = { uri, document: index, span: { start: 0, end: 0 } };
  cached.chartValues ??= [chartValuesOf(treeOf(cached), place, chart) ?? []].flat();
  return cached.chartValues;
}

/** No manifest of a pod, and no patch of one, is as long. */
const MAX_MANIFEST = 200_000;

/** The text of a document that Kustomize files use: one fact or none. */
export function manifests(cached: CachedDocument, facts: Facts): Fact[] {
  const { uri, index, span } = cached;
  if (span.end - span.start > MAX_MANIFEST) return [];
  if (facts.keyed('Kustomization', using(uri)).length === 0) return [];
  // Whenever a fact changes, all of them are asked for.
  cached.source.keep();
  const { text } = cached;
  const place = { uri, document: index, span: { start: 0, end: 0 } };
  return [{ kind: 'Manifest', name: uri, namespace: null, location: place, text, isItem: cached.isItem }];
}

/** What a document is to Kustomize: one fact, or undefined. */
export function kustomization(cached: CachedDocument): readonly KustomizationFact[] | undefined {
  if (cached.kustomization === undefined) cached.kustomization = readKustomization(cached) ?? null;
  return cached.kustomization ? [cached.kustomization] : undefined;
}

function readKustomization(cached: CachedDocument): KustomizationFact | undefined {
  const { uri } = cached;
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const isNamed = isKustomizationName(uri.slice(folder.length + 1));
  if (!isNamed && !cached.text.includes('kustomize.config.k8s.io')) return undefined;
  const place = { uri, document: cached.index, span: { start: 0, end: 0 } };
  return kustomizationOf(treeOf(cached), place, isNamed ? folder : undefined, (path) => resolveUri(folder, path));
}

/** What the objects of a document tell others, as Kustomize makes them. */
export function objectFacts(cached: CachedDocument, settings: Settings, facts: Facts): ObjectFact[] {
  const context = { settings, facts, at: { uri: cached.uri, document: cached.index } };
  const known = renderedOf(facts, context.at).length === 0 ? dataFacts(cached) : undefined;
  if (known !== undefined) return known;
  const document = treeOf(cached);
  return aside(document, () =>
    objects(document).flatMap((object) => {
      const place = placeOf(cached, object);
      const uses = objectUses(object, context);
      const made = uses.length === 0 ? [object] : uses.flatMap((use) => use.object ?? []);
      const all = made.flatMap((one) => factOf(one, place) ?? []);
      return [...new Map(all.map((fact) => [JSON.stringify(fact), fact])).values()];
    }),
  );
}

/**
 * The same of a ConfigMap or Secret, of which nothing but the keys is told: what stands below them need not be parsed.
 * Undefined where the whole document has to be.
 */
function dataFacts(cached: CachedDocument): ObjectFact[] | undefined {
  if (cached.document !== undefined || cached.isItem) return undefined;
  const { parsed } = cached;
  const short = withoutBlocks(cached.text, DATA_KEYS);
  if (short === undefined) return undefined;
  parsed.documents++;
  parsed.characters += short.text.length;
  const document = parse(short.text);
  const [object, ...others] = objects(document);
  if (object === undefined || others.length > 0 || document.errors.length > 0) return undefined;
  const { span, ...place } = placeOf(cached, object);
  const at = { start: short.offsetOf(span.start), end: short.offsetOf(span.end) };
  const fact = aside(document, () => factOf(object, { ...place, span: at }));
  return fact?.kind === 'ConfigMap' || fact?.kind === 'Secret' ? [fact] : undefined;
}

/** A rule that asks for facts may be looking at the document that they are read in. */
function aside<T>({ doubts }: Document, read: () => T): T {
  return doubts.aside(read).value;
}

/** What is known of a document before any rule is asked, as the settings and the facts of others have it. */
export function judged(cached: CachedDocument, document: Document, settings: Settings, facts: Facts): JudgedDocument {
  return aside(document, () => judge(document, contextOf(cached, settings, facts)));
}

/** The facts of the pods of a document, with their verdicts. */
export function podFacts(
  cached: CachedDocument,
  document: Document,
  { directives, objects }: JudgedDocument,
  settings: Settings,
  facts: Facts,
): Fact[] {
  return aside(document, () =>
    objects.flatMap(({ object, branch, pods }) => {
      const place = placeOf(cached, object);
      return pods.flatMap((written) => {
        const { patch, spec } = written.pod;
        if (patch || document.template?.branchAt(spec.span.start) !== branch) return [];
        const made = podsInCluster(written, directives, contextOf(cached, settings, facts));
        return made.map(({ pod, verdict }) => podFact(pod, verdict, facts, place));
      });
    }),
  );
}

function contextOf(cached: CachedDocument, settings: Settings, facts: Facts) {
  return { settings, facts, at: { uri: cached.uri, document: cached.index }, chart: chartOf(cached.uri) };
}

function placeOf({ uri, index }: CachedDocument, object: KubeObject): Location {
  const field = object.field.at('metadata', 'name') ?? object.field;
  return { uri, document: index, span: field.key === 'name' ? field.valueSpan : field.span };
}
