import { chartOf, chartValuesOf, isChartValuesName } from '../kubernetes/chart-values.ts';
import { documentKey, usedFileKey } from '../kubernetes/fact-keys.ts';
import type {
  ChartValuesFact,
  Fact,
  FindingsFact,
  KustomizationFact,
  Location,
  ManifestFact,
  ObjectFact,
} from '../kubernetes/facts.ts';
import { isKustomizationName, kustomizationOf } from '../kubernetes/kustomization.ts';
import { type KubeObject, objects } from '../kubernetes/object.ts';
import { factOf } from '../kubernetes/object-fact.ts';
import { type Facts, keyed } from '../kubernetes/questions.ts';
import { sharedFinding } from '../lint/engine/controlled.ts';
import { lint } from '../lint/engine/lint.ts';
import { type JudgedDocument, judge, podsInCluster } from '../lint/engine/pod-verdict.ts';
import { objectUses } from '../lint/kustomize/use.ts';
import type { LintContext } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { podFact } from '../windows/pod-fact.ts';
import type { Document } from '../yaml/read/document.ts';
import type { CachedDocument } from './cached-document.ts';
import { resolveUri } from './uri.ts';

// The facts of a document. Every file is asked for its facts, so no tree is kept for facts alone.

const NONE: readonly never[] = [];

/** Whether a text may be the values of a chart that decide on an operating system. */
export function mayBeValues(name: string, text: string): boolean {
  return isChartValuesName(name) && text.includes('kubernetes.io/os');
}

/** The values of a chart: one fact or none. */
export function chartValues(cached: CachedDocument): readonly ChartValuesFact[] {
  const { uri, index } = cached;
  const { folder, name } = split(uri);
  if (index > 0 || !isChartValuesName(name) || !mayBeValues(name, cached.text)) return NONE;
  cached.chartValues ??= [chartValuesOf(cached.parse(), startOf(cached), folder) ?? NONE].flat();
  return cached.chartValues;
}

/** The Kustomize file that a document is: one fact or none. */
export function kustomization(cached: CachedDocument): readonly KustomizationFact[] {
  cached.kustomization ??= readKustomization(cached);
  return cached.kustomization;
}

function readKustomization(cached: CachedDocument): readonly KustomizationFact[] {
  const { folder, name } = split(cached.uri);
  const isNamed = isKustomizationName(name);
  if (!isNamed && !cached.text.includes('kustomize.config.k8s.io')) return NONE;
  const fact = kustomizationOf(cached.parse(), startOf(cached), isNamed ? folder : undefined, (path) =>
    resolveUri(folder, path),
  );
  return fact === undefined ? NONE : [fact];
}

/** Longer than any manifest or patch of a pod, in characters. */
const MAX_MANIFEST = 200_000;

/** The text of a document that a Kustomize file uses: one fact or none. */
export function manifests(cached: CachedDocument, facts: Facts): readonly ManifestFact[] {
  const { uri, span, isItem } = cached;
  if (span.end - span.start > MAX_MANIFEST) return NONE;
  if (facts.ask(keyed('Kustomization', usedFileKey(uri))).length === 0) return NONE;
  // Whenever a fact changes, all manifests are asked for.
  cached.fileText.keep();
  return [{ kind: 'Manifest', name: uri, namespace: null, location: startOf(cached), text: cached.text, isItem }];
}

/** The facts of the objects of a document, as Kustomize builds them. */
export function objectFacts(cached: CachedDocument, settings: Settings, facts: Facts): readonly ObjectFact[] {
  const context = { settings, facts, at: { uri: cached.uri, document: cached.index } };
  const document = cached.parse();
  return withoutDoubts(document, () =>
    objects(document).flatMap((object) => {
      const place = placeOf(cached, object);
      const uses = objectUses(object, context);
      const built = uses.length === 0 ? [object] : uses.flatMap((use) => use.object ?? []);
      const all = built.flatMap((object) => factOf(object, place) ?? []);
      return [...new Map(all.map((fact) => [JSON.stringify(fact), fact])).values()];
    }),
  );
}

/** Reads a document without adding to the doubts of a rule that may be looking at it and asks for its facts. */
function withoutDoubts<T>({ doubts }: Document, read: () => T): T {
  return doubts.aside(read).value;
}

/** The verdicts of the pods of a document. */
export function verdicts(cached: CachedDocument, document: Document, settings: Settings, facts: Facts): JudgedDocument {
  return withoutDoubts(document, () => judge(document, contextOf(cached, settings, facts)));
}

/** The facts of the pods of a document. */
export function podFacts(
  cached: CachedDocument,
  document: Document,
  { directives, objects }: JudgedDocument,
  settings: Settings,
  facts: Facts,
): Fact[] {
  return withoutDoubts(document, () =>
    objects.flatMap(({ object, branch, pods }) => {
      const place = placeOf(cached, object);
      return pods.flatMap((written) => {
        const { patch, spec } = written.pod;
        if (patch || document.template?.branchAt(spec.span.start) !== branch) return [];
        const inCluster = podsInCluster(written, directives, contextOf(cached, settings, facts));
        return inCluster.map(({ pod, verdict }) => podFact(pod, verdict, facts, place));
      });
    }),
  );
}

/** The findings of a document, for the objects that one in it controls. */
export function findingsFact(
  cached: CachedDocument,
  document: Document,
  judged: JudgedDocument,
  context: Pick<LintContext, 'rules' | 'settings' | 'facts'>,
): FindingsFact {
  const at = { uri: cached.uri, document: cached.index };
  const { findings } = withoutDoubts(document, () =>
    // A failure of a rule is reported when the document is checked.
    lint(document, { ...context, at, chart: chartOf(cached.uri), fixable: [], onRuleError: () => {} }, judged),
  );
  return {
    kind: 'Findings',
    name: documentKey(at),
    namespace: null,
    location: startOf(cached),
    findings: findings.flatMap((finding) => sharedFinding(finding) ?? []),
  };
}

function contextOf(cached: CachedDocument, settings: Settings, facts: Facts) {
  return { settings, facts, at: { uri: cached.uri, document: cached.index }, chart: chartOf(cached.uri) };
}

function placeOf({ uri, index }: CachedDocument, object: KubeObject): Location {
  const field = object.field.at('metadata', 'name') ?? object.field;
  return { uri, document: index, span: field.key === 'name' ? field.valueSpan : field.span };
}

/** The place of a fact about a whole document. */
function startOf({ uri, index }: CachedDocument): Location {
  return { uri, document: index, span: { start: 0, end: 0 } };
}

function split(uri: string): { readonly folder: string; readonly name: string } {
  const end = uri.lastIndexOf('/');
  return { folder: uri.slice(0, end), name: uri.slice(end + 1) };
}
