import { type Facts, type Location, type RenderedFact, renderedOf, using } from '../../kubernetes/facts.ts';
import { type KubeObject, objects } from '../../kubernetes/object.ts';
import { type Pod, podsOf } from '../../kubernetes/pod.ts';
import { type Joined, joinedAt, type Origin, plain } from '../../kubernetes/strategic-merge.ts';
import type { Span } from '../../text/span.ts';
import type { Evidence } from '../../windows/verdict.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAround } from '../../yaml/read/locate.ts';
import type { Related } from '../rule.ts';
import type { Settings } from '../settings/settings.ts';

/** What Kustomize makes of an object, or of a patch. */
export interface ObjectUse {
  /** The written one where it is left as it is; undefined where it is deleted. */
  readonly object: KubeObject | undefined;
  readonly rendered: RenderedFact;
  /** Which of its sources is the document that is looked at. */
  readonly own: number;
}

/** What Kustomize makes of a pod, or of a patch of one. */
export interface Use extends ObjectUse {
  /** Undefined where there is no such pod any more. */
  readonly pod: Pod | undefined;
}

interface UseContext {
  readonly facts: Facts;
  readonly settings: Settings;
  readonly at?: Pick<Location, 'uri' | 'document'>;
}

/** What Kustomize makes of an object or patch; nothing where no Kustomize file of the workspace uses it. */
export function objectUses(written: KubeObject, { facts, at }: UseContext): ObjectUse[] {
  if (at === undefined) return [];
  const { start } = written.field.valueSpan;
  return renderedOf(facts, at).flatMap((rendered) => {
    const own = rendered.sources.findIndex(
      ({ uri, document, object }) => uri === at.uri && document === at.document && object === start,
    );
    return own === -1 ? [] : [{ object: objectMade(rendered, written), rendered, own }];
  });
}

/** What Kustomize makes of a pod or patch; nothing where no Kustomize file of the workspace uses it. */
export function usesOf(pod: Pod, context: UseContext): Use[] {
  const uses = objectUses(pod.object, context);
  const pods = mapUses(uses, (use) => podMade(pod, use, context.settings));
  return uses.map((use, i) => ({ ...use, pod: pods[i] }));
}

/** What is made of each use: once for all that leave the object as it is, in the same namespace if it goes by that. */
export function mapUses<U extends ObjectUse, T>(
  uses: readonly U[],
  make: (use: U, index: number) => T,
  goesByNamespace = true,
): T[] {
  const known = new Map<string, T>();
  return uses.map((use, i) => {
    const { object, deleted, newNamespace, isIncomplete, isUncertain } = use.rendered;
    if (object !== null) return make(use, i);
    const key = JSON.stringify([deleted, goesByNamespace && newNamespace, isIncomplete, isUncertain]);
    const made = known.has(key) ? (known.get(key) as T) : make(use, i);
    known.set(key, made);
    return made;
  });
}

/** A pod that Kustomize makes, with the sources of it in a document that does not hold a part of it as a pod. */
export interface PatchedPod extends Pick<Use, 'rendered'> {
  readonly pod: Pod;
  readonly patches: readonly number[];
}

/** The pods that a document changes in another way than by the objects that begin at the given offsets. */
export function patchedPods(starts: readonly number[], { facts, settings, at }: UseContext): PatchedPod[] {
  if (at === undefined) return [];
  return renderedOf(facts, at).flatMap((rendered) => {
    const patches = rendered.sources.flatMap((source, i) =>
      source.uri === at.uri && source.document === at.document && !starts.some((start) => start === source.object)
        ? i
        : [],
    );
    const object = patches.length === 0 ? undefined : objectMade(rendered, undefined);
    return object === undefined
      ? []
      : podsOf(object, settings.embeddedPods).map((pod) => ({
          pod: { ...pod, partial: rendered.isIncomplete },
          rendered,
          patches,
        }));
  });
}

/** Where a document writes what a span of a pod stands for, in a patch, and what to point at there. */
export function placeInPatch(span: Span, patched: PatchedPod, document: Document) {
  const [first] = originsOf(span, patched.pod.object, patched);
  if (first === undefined || !patched.patches.includes(first[0])) return undefined;
  const [source, start, end] = first;
  const written = { start, end };
  const field = fieldAround(document, written);
  return field?.wholeSpan.start === start && field.wholeSpan.end === end
    ? { source, written, at: field.span }
    : undefined;
}

/** Whether what is written there in a patch is a part of a pod's object. */
export function isWritten(written: Span, { rendered, patches }: PatchedPod): boolean {
  const isThere = ({ value, from }: Joined): boolean =>
    from.some(([source, start, end]) => patches.includes(source) && start === written.start && end === written.end) ||
    (typeof value === 'object' && Object.values(value).some(isThere));
  return rendered.object !== null && isThere(rendered.object);
}

/** Whether there may be more of a pod than its manifest and what is known: a patch, or something that cannot be read. */
export function isPart(uses: readonly Use[], context: UseContext): boolean {
  return isPatch(uses, context) || uses.some(({ rendered }) => rendered.isIncomplete);
}

/** Whether it is no pod of its own: its uses are the pods that it changes, which may be none that are known. */
export function isPatch(uses: readonly Use[], { facts, at }: UseContext): boolean {
  if (uses.length > 0) return uses.every(({ own }) => own > 0);
  if (at === undefined) return false;
  const files = facts.keyed('Kustomization', using(at.uri));
  return files.some(({ patches }) => patches.some(({ source }) => source === at.uri));
}

/** Evidence in a pod that Kustomize makes, at the place where it is written; none where that is nowhere. */
export function evidenceHere(evidence: Evidence, use: ObjectUse, { document }: Field): Evidence[] {
  const { at, kind } = evidence;
  if ('uri' in at || kind === 'directive' || use.rendered.object === null) return [evidence];
  const place = placeOf(at, use);
  if (place === undefined) return [];
  if ('uri' in place) return [{ ...evidence, at: place }];
  return [{ ...evidence, field: fieldAround(document, place)?.path, at: place }];
}

/** What a finding in an object that Kustomize makes points at, at the place where it is written. */
export function relatedHere({ at, ...rest }: Related, use: ObjectUse): Related[] {
  const place = 'uri' in at ? at : placeOf(at, use);
  return place === undefined ? [] : [{ ...rest, at: place }];
}

/**
 * The field of the document that a span of the object that Kustomize makes stands for, what of it, and whether no other
 * file writes it before. Undefined where the document does not write it.
 */
export function writtenHere(span: Span, use: ObjectUse, { document }: Field) {
  if (use.rendered.object === null) return { field: fieldAround(document, span), at: span, isFirst: true };
  const made = use.object && fieldAround(use.object.field.document, span);
  const from = originsOf(span, use.object, use);
  const [, start, end] = from.find(([source]) => source === use.own) ?? [];
  if (made === undefined || start === undefined || end === undefined) return undefined;
  const field = fieldAround(document, { start, end });
  if (field?.wholeSpan.start !== start || field.wholeSpan.end !== end) return undefined;
  const part = (['span', 'wholeSpan'] as const).find(
    (one) => made[one].start === span.start && made[one].end === span.end,
  );
  return { field, at: field[part ?? 'valueSpan'], isFirst: from[0]?.[0] === use.own };
}

/** Where a span of the object that Kustomize makes is written, in the document itself if it is there. */
function placeOf(span: Span, use: ObjectUse): Span | Location | undefined {
  if (use.rendered.object === null) return span;
  const from = originsOf(span, use.object, use);
  const [source, start, end] = from.find((one) => one[0] === use.own) ?? from.at(-1) ?? [];
  const place = source === undefined ? undefined : use.rendered.sources[source];
  if (place === undefined || start === undefined || end === undefined) return undefined;
  const here = { start, end };
  return source === use.own ? here : { uri: place.uri, document: place.document, span: here };
}

function originsOf(
  span: Span,
  made: KubeObject | undefined,
  { rendered }: Pick<ObjectUse, 'rendered'>,
): readonly Origin[] {
  const field = made && fieldAround(made.field.document, span);
  return field === undefined || rendered.object === null ? [] : (joinedAt(rendered.object, field.path)?.from ?? []);
}

/** Read as if it were a manifest, so that everything can be asked of it that can be asked of any. */
function objectMade(
  { object, deleted, newNamespace }: RenderedFact,
  written: KubeObject | undefined,
): KubeObject | undefined {
  const made = object === null ? written : objects(parse(JSON.stringify(plain(object))))[0];
  if (made === undefined || deleted) return undefined;
  if (newNamespace === undefined) return made;
  // A Namespace is called like what all is put into.
  return made.kind === 'Namespace' ? { ...made, name: newNamespace } : { ...made, namespace: newNamespace };
}

/**
 * What comes of a pod. In a custom resource that holds several it is the one that the same field says, for lists may be
 * replaced.
 */
function podMade(pod: Pod, { object, rendered, own }: ObjectUse, { embeddedPods }: Settings): Pod | undefined {
  const joined = rendered.object;
  if (object === undefined) return undefined;
  if (joined === null) return { ...pod, object };
  const pods = podsOf(object, embeddedPods);
  if (!pod.embedded) return pods[0];
  const { start, end } = pod.spec.wholeSpan;
  return pods.find(({ spec }) =>
    joinedAt(joined, spec.path)?.from.some((one) => one[0] === own && one[1] === start && one[2] === end),
  );
}
