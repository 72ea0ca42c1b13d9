import { renderedOf, usedFileKey } from '../../kubernetes/fact-keys.ts';
import type { Location, RenderedFact } from '../../kubernetes/facts.ts';
import { type KubeObject, objects } from '../../kubernetes/object.ts';
import { type Pod, podsOf } from '../../kubernetes/pod.ts';
import { type Facts, keyed } from '../../kubernetes/questions.ts';
import { type MergedValue, type Origin, plainData, valueAt } from '../../kubernetes/strategic-merge.ts';
import type { Span } from '../../text/span.ts';
import type { Evidence } from '../../windows/verdict.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAround } from '../../yaml/read/locate.ts';
import type { Related } from '../rule.ts';
import type { Settings } from '../settings/settings.ts';

/** How Kustomize uses an object or patch, and the rendered object. */
export interface ObjectUse {
  /** The written object if Kustomize does not change it; undefined if it is deleted. */
  readonly object: KubeObject | undefined;
  readonly rendered: RenderedFact;
  /** The index of the document among the sources of the rendered object. */
  readonly own: number;
}

/** How Kustomize uses a pod or a patch of one, and the rendered pod. */
export interface Use extends ObjectUse {
  /** Undefined if the pod is deleted. */
  readonly pod: Pod | undefined;
}

interface UseContext {
  readonly facts: Facts;
  readonly settings: Settings;
  readonly at?: Pick<Location, 'uri' | 'document'>;
}

/** The uses of an object or patch; none if no Kustomize file of the workspace refers to it. */
export function objectUses(written: KubeObject, { facts, at }: UseContext): ObjectUse[] {
  if (at === undefined) return [];
  const { start } = written.field.valueSpan;
  return renderedOf(facts, at).flatMap((rendered) => {
    const own = rendered.sources.findIndex(
      ({ uri, document, object }) => uri === at.uri && document === at.document && object === start,
    );
    return own === -1 ? [] : [{ object: renderedObject(rendered, written), rendered, own }];
  });
}

/** The uses of a pod or patch; none if no Kustomize file of the workspace refers to it. */
export function usesOf(pod: Pod, context: UseContext): Use[] {
  const uses = objectUses(pod.object, context);
  const pods = mapUses(uses, (use) => renderedPod(pod, use, context.settings));
  return uses.map((use, i) => ({ ...use, pod: pods[i] }));
}

/**
 * Computes a value for each use, only once for all uses that do not change the object. With `dependsOnNamespace`, these
 * uses also have to be in the same namespace.
 */
export function mapUses<U extends ObjectUse, T>(
  uses: readonly U[],
  compute: (use: U, index: number) => T,
  dependsOnNamespace = true,
): T[] {
  const known = new Map<string, T>();
  return uses.map((use, i) => {
    const { object, deleted, newNamespace, isIncomplete, isUncertain } = use.rendered;
    if (object !== null) return compute(use, i);
    const key = JSON.stringify([deleted, dependsOnNamespace && newNamespace, isIncomplete, isUncertain]);
    const value = known.has(key) ? (known.get(key) as T) : compute(use, i);
    known.set(key, value);
    return value;
  });
}

/** A rendered pod, with its sources in a document that changes it without containing it: patches and images. */
export interface PatchedPod extends Pick<Use, 'rendered'> {
  readonly pod: Pod;
  readonly patches: readonly number[];
}

/** The pods that a document changes by anything except the objects that start at the given offsets. */
export function patchedPods(starts: readonly number[], { facts, settings, at }: UseContext): PatchedPod[] {
  if (at === undefined) return [];
  return renderedOf(facts, at).flatMap((rendered) => {
    const patches = rendered.sources.flatMap((source, i) =>
      source.uri === at.uri && source.document === at.document && !starts.some((start) => start === source.object)
        ? i
        : [],
    );
    const object = patches.length === 0 ? undefined : renderedObject(rendered, undefined);
    return object === undefined
      ? []
      : podsOf(object, settings.embeddedPods).map((pod) => ({
          pod: { ...pod, partial: rendered.isIncomplete },
          rendered,
          patches,
        }));
  });
}

/** The location in a patch that a span of a rendered pod comes from, and the span to report there. */
export function locationInPatch(span: Span, patched: PatchedPod, document: Document) {
  const [first] = originsOf(span, patched.pod.object, patched);
  if (first === undefined || !patched.patches.includes(first[0])) return undefined;
  const [source, start, end] = first;
  const written = { start, end };
  const field = fieldAround(document, written);
  return field?.wholeSpan.start === start && field.wholeSpan.end === end
    ? { source, written, at: field.span }
    : undefined;
}

/** Whether the rendered object of a pod contains what a patch writes at a span. */
export function isUsedBy(written: Span, { rendered, patches }: PatchedPod): boolean {
  const contains = ({ value, from }: MergedValue): boolean =>
    from.some(([source, start, end]) => patches.includes(source) && start === written.start && end === written.end) ||
    (typeof value === 'object' && Object.values(value).some(contains));
  return rendered.object !== null && contains(rendered.object);
}

/** Whether a pod may have fields that are not known: it is a patch, or something could not be read. */
export function isPartial(uses: readonly Use[], context: UseContext): boolean {
  return isPatch(uses, context) || uses.some(({ rendered }) => rendered.isIncomplete);
}

/** Whether a document is only a patch: its uses are the pods that it changes, of which none may be known. */
export function isPatch(uses: readonly Use[], { facts, at }: UseContext): boolean {
  if (uses.length > 0) return uses.every(({ own }) => own > 0);
  if (at === undefined) return false;
  const files = facts.ask(keyed('Kustomization', usedFileKey(at.uri)));
  return files.some(({ patches }) => patches.some(({ source }) => source === at.uri));
}

/** The evidence in a rendered pod, with the location where it is written; none if it is not written anywhere. */
export function evidenceHere(evidence: Evidence, use: ObjectUse, { document }: Field): Evidence[] {
  const { at, kind } = evidence;
  if ('uri' in at || kind === 'directive' || use.rendered.object === null) return [evidence];
  const location = locationOf(at, use);
  if (location === undefined) return [];
  if ('uri' in location) return [{ ...evidence, at: location }];
  return [{ ...evidence, field: fieldAround(document, location)?.path, at: location }];
}

/** A related location in a rendered object, with the location where it is written. */
export function relatedHere({ at, ...rest }: Related, use: ObjectUse): Related[] {
  const location = 'uri' in at ? at : locationOf(at, use);
  return location === undefined ? [] : [{ ...rest, at: location }];
}

/**
 * The field of the document that a span of the rendered object comes from, the corresponding span in it, and whether no
 * other file writes the field before. Undefined if the document does not write it.
 */
export function writtenHere(span: Span, use: ObjectUse, { document }: Field) {
  if (use.rendered.object === null) return { field: fieldAround(document, span), at: span, isFirst: true };
  const rendered = use.object && fieldAround(use.object.field.document, span);
  const from = originsOf(span, use.object, use);
  const [, start, end] = from.find(([source]) => source === use.own) ?? [];
  if (rendered === undefined || start === undefined || end === undefined) return undefined;
  const field = fieldAround(document, { start, end });
  if (field?.wholeSpan.start !== start || field.wholeSpan.end !== end) return undefined;
  const part = (['span', 'wholeSpan'] as const).find(
    (name) => rendered[name].start === span.start && rendered[name].end === span.end,
  );
  return { field, at: field[part ?? 'valueSpan'], isFirst: from[0]?.[0] === use.own };
}

/** The location that a span of the rendered object comes from: in the document itself, if possible. */
function locationOf(span: Span, use: ObjectUse): Span | Location | undefined {
  if (use.rendered.object === null) return span;
  const from = originsOf(span, use.object, use);
  const [source, start, end] = from.find((origin) => origin[0] === use.own) ?? from.at(-1) ?? [];
  const location = source === undefined ? undefined : use.rendered.sources[source];
  if (location === undefined || start === undefined || end === undefined) return undefined;
  const here = { start, end };
  return source === use.own ? here : { uri: location.uri, document: location.document, span: here };
}

function originsOf(
  span: Span,
  object: KubeObject | undefined,
  { rendered }: Pick<ObjectUse, 'rendered'>,
): readonly Origin[] {
  const field = object && fieldAround(object.field.document, span);
  return field === undefined || rendered.object === null ? [] : (valueAt(rendered.object, field.path)?.from ?? []);
}

/** The rendered object, parsed like a manifest, so that it has fields. */
function renderedObject(
  { object, deleted, newNamespace }: RenderedFact,
  written: KubeObject | undefined,
): KubeObject | undefined {
  const rendered = object === null ? written : objects(parse(JSON.stringify(plainData(object))))[0];
  if (rendered === undefined || deleted) return undefined;
  if (newNamespace === undefined) return rendered;
  // Kustomize renames a Namespace to the namespace that it sets.
  return rendered.kind === 'Namespace' ? { ...rendered, name: newNamespace } : { ...rendered, namespace: newNamespace };
}

/**
 * The rendered pod. In a custom resource with several pods, it is the one that comes from the same field, because lists
 * can be replaced.
 */
function renderedPod(pod: Pod, { object, rendered, own }: ObjectUse, { embeddedPods }: Settings): Pod | undefined {
  const joined = rendered.object;
  if (object === undefined) return undefined;
  if (joined === null) return { ...pod, object };
  const pods = podsOf(object, embeddedPods);
  if (!pod.embedded) return pods[0];
  const { start, end } = pod.spec.wholeSpan;
  return pods.find(({ spec }) =>
    valueAt(joined, spec.path)?.from.some(([source, from, to]) => source === own && from === start && to === end),
  );
}
