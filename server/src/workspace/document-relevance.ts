import { chartOf, isChartValuesName, valuesFor } from '../kubernetes/chart-values.ts';
import { renderedOf, usedFileKey } from '../kubernetes/fact-keys.ts';
import { isKustomizationName } from '../kubernetes/kustomization.ts';
import { looksLikeManifest } from '../kubernetes/manifest-text.ts';
import { defineDerivation, derived, type Facts, keyed, ofKind } from '../kubernetes/questions.ts';
import { type Relevance, relevance } from '../lint/rule-set/relevance.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { copied } from '../text/copied.ts';
import { namedNodes } from '../windows/evidence-words.ts';
import { isCertainlyWindows, isWindowsNode } from '../windows/verdict.ts';
import type { CachedDocument } from './cached-document.ts';
import { isChartFile } from './chart-files.ts';
import { chartValues, kustomization, mayBeValues } from './document-facts.ts';
import { type Mentions, mentionsOf } from './mentions.ts';

// Which documents need to be parsed. The answer may be a wrong yes, never a wrong no.

/**
 * Whether anything can be found in a file, or it can contribute facts. Without a kind, only files of Kustomize (such as
 * JSON patches) and those of charts do.
 */
export function mayHoldFacts(uri: string, text: string): boolean {
  const name = nameOf(uri);
  if (isChartFile(uri)) return true;
  return text.includes('kind') || isKustomizationName(name) || /\bop["']?\s*:/.test(text) || mayBeValues(name, text);
}

/** Whether anything can be found in a text, or it can contribute facts, in whatever file it is. */
export function mayMatter(text: string, words: RuleSet['words'], settings: Settings): boolean {
  return relevance(text, words, settings) !== 'none' || USES_CLAIM.test(text) || mentionsOf(text).kinds.length > 0;
}

/** Whether anything can be found in a document: by its own text, the pods that it selects, Kustomize or Helm. */
export function matters(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  if (mayHavePods(cached, rules, settings, facts)) return true;
  return (
    relevanceOf(cached, rules, settings) === 'selecting' && facts.ask(derived(selectsWindowsPods, selectorOf(cached)))
  );
}

/** Whether only the pods of other files decide what can be found in a document. */
export function waitsForPods(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  return relevanceOf(cached, rules, settings) !== 'some' && !mayHavePodFacts(cached, rules, settings, facts);
}

/** Whether there may be a pod in it that others need to know, or anything else that matters by itself. */
function mayHavePods(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  const relevance = relevanceOf(cached, rules, settings);
  if (relevance === 'some' || chartMatters(cached, facts)) return true;
  if (relevance === 'assigned' && mayNameWindowsNode(cached, facts)) return true;
  return renderedOf(facts, { uri: cached.uri, document: cached.index }).some((rendered) => rendered.isRelevant);
}

/** Whether it may have facts of pods. */
export function mayHavePodFacts(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  return mayUseClaim(cached) || mayHavePods(cached, rules, settings, facts);
}

/** Facts of Linux pods are needed for the storage that they share with Windows pods. */
const USES_CLAIM = /\b(?:persistentVolumeClaim|volumeClaimTemplates?)\b/;

/**
 * Whether nothing can be found in a document whatever the pods of other files are, and it contributes no facts. Nothing
 * is kept of a file with only such documents: it is idle.
 */
export function canBeIdle(cached: CachedDocument, rules: RuleSet, settings: Settings, facts: Facts): boolean {
  return (
    relevanceOf(cached, rules, settings) === 'none' &&
    !mayHavePodFacts(cached, rules, settings, facts) &&
    mentionsIn(cached).kinds.length === 0 &&
    chartValues(cached).length === 0 &&
    kustomization(cached).length === 0 &&
    facts.ask(keyed('Kustomization', usedFileKey(cached.uri))).length === 0
  );
}

/** Asks what idle files depend on besides their own text. */
export function readIdleDependencies(facts: Facts): void {
  facts.ask(ofKind('Kustomization'));
  facts.ask(ofKind('ChartValues'));
}

/** Whether the facts of others may make an idle file matter. */
export function mayLeaveIdle(uri: string, facts: Facts): boolean {
  if (facts.ask(keyed('Kustomization', usedFileKey(uri))).length > 0) return true;
  const chart = chartOf(uri);
  return chart !== undefined && valuesFor(chart, facts).length > 0;
}

/**
 * Whether no pod in a document can matter by itself, so that its text need not be kept. Everything that is asked of such a
 * text more than once is then known.
 */
export function canReleaseText(cached: CachedDocument, rules: RuleSet, settings: Settings): boolean {
  // With other values of its chart, a template may be for Windows.
  const isOfChart = chartOf(cached.uri) !== undefined || isChartValuesName(nameOf(cached.uri));
  const relevance = relevanceOf(cached, rules, settings);
  if (isOfChart || relevance === 'some' || kustomization(cached).length > 0) return false;
  if (relevance === 'selecting') selectorOf(cached);
  if (relevance === 'assigned') namedNodesOf(cached);
  mentionsIn(cached);
  mayUseClaim(cached);
  isManifest(cached);
  return true;
}

/** Whether a document has the keys that every manifest has. */
export function isManifest(cached: CachedDocument): boolean {
  cached.looksLikeManifest ??= looksLikeManifest(cached.text);
  return cached.looksLikeManifest;
}

/** A manifest of an open file remains one while an edit makes it unreadable, even if its text does not look like one. */
export function keepManifest(before: CachedDocument, after: CachedDocument): void {
  if (!isManifest(before) || isManifest(after)) return;
  after.document ??= after.parse();
  after.looksLikeManifest = after.document.errors.length > 0;
}

/** Which objects may be in a document. */
export function mentionsIn(cached: CachedDocument): Mentions {
  cached.mentions ??= mentionsOf(cached.text);
  return cached.mentions;
}

/** What is known of a document without parsing it. */
export function describeText(cached: CachedDocument, rules: RuleSet, settings: Settings) {
  const relevance = relevanceOf(cached, rules, settings);
  return {
    relevance,
    looksLikeManifest: isManifest(cached),
    usesClaim: mayUseClaim(cached),
    mentions: mentionsIn(cached),
    selector: relevance === 'selecting' ? selectorOf(cached) : undefined,
    namedNodes: relevance === 'assigned' ? namedNodesOf(cached) : undefined,
    kustomization: kustomization(cached),
  };
}

function selectorOf(cached: CachedDocument): string {
  cached.selector ??= copied(cached.text);
  return cached.selector;
}

function namedNodesOf(cached: CachedDocument): readonly string[] | null {
  if (cached.namedNodes === undefined) cached.namedNodes = namedNodes(cached.text)?.map(copied) ?? null;
  return cached.namedNodes;
}

function mayNameWindowsNode(cached: CachedDocument, facts: Facts): boolean {
  const windows = facts.ask(derived(windowsNodes, null));
  return namedNodesOf(cached)?.some((name) => windows[name]) ?? true;
}

/** The names of the Nodes with the label of Windows. */
const windowsNodes = defineDerivation('workspace/document-relevance windowsNodes', (facts) => {
  const found: Record<string, true> = Object.create(null);
  for (const { name, labels } of facts.ask(ofKind('Node'))) if (isWindowsNode(labels)) found[name] = true;
  return found;
});

function mayUseClaim(cached: CachedDocument): boolean {
  cached.usesClaim ??= USES_CLAIM.test(cached.text);
  return cached.usesClaim;
}

function relevanceOf(cached: CachedDocument, { words }: RuleSet, settings: Settings): Relevance {
  if (cached.relevance?.settings !== settings) {
    cached.relevance = { value: relevance(cached.text, words, settings), settings };
  }
  return cached.relevance.value;
}

/** Whether a text names a label of a Windows pod, or has a selector that may need none. */
const selectsWindowsPods = defineDerivation(
  'workspace/document-relevance selectsWindowsPods',
  (facts, text: string): boolean => {
    if (ANY_SELECTOR.test(text)) return facts.ask(derived(hasWindowsPods, null));
    const labels = Object.entries(facts.ask(derived(windowsLabels, null)));
    const values = labels.flatMap(([key, values]) => (text.includes(key) ? [values] : []));
    return values.length > 0 && (text.match(/[\w.-]+/g) ?? []).some((word) => values.some((known) => known[word]));
  },
);

/** A selector that may need no label, and texts in which one may be written otherwise. */
const ANY_SELECTOR = /podSelector|\{\{|\$\{|\\[xuU/]/;

const hasWindowsPods = defineDerivation('workspace/document-relevance hasWindowsPods', (facts) =>
  facts.ask(ofKind('Pod')).some(isCertainlyWindows),
);

/** The labels of Windows pods: their values by key. */
const windowsLabels = defineDerivation(
  'workspace/document-relevance windowsLabels',
  (facts): Readonly<Record<string, Readonly<Record<string, true>>>> => {
    const found: Record<string, Record<string, true>> = Object.create(null);
    for (const { labels } of facts.ask(ofKind('Pod')).filter(isCertainlyWindows)) {
      for (const [key, value] of Object.entries(labels)) {
        const values = found[key] ?? Object.create(null);
        found[key] = values;
        values[value] = true;
      }
    }
    return found;
  },
);

/** Whether it is a template that the values of its chart may make a manifest for Windows. */
function chartMatters(cached: CachedDocument, facts: Facts): boolean {
  const chart = chartOf(cached.uri);
  if (chart === undefined) return false;
  const { text } = cached;
  if (!text.includes('nodeSelector') || !text.includes('.Values')) return false;
  const values = valuesFor(chart, facts);
  return values.some(({ nodeSelectors }) => Object.values(nodeSelectors).some(({ os }) => os === 'windows'));
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}
