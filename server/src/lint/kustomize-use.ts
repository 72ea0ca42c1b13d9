import type { Facts, Place, RenderedFact } from '../kubernetes/facts.ts';
import { objects } from '../kubernetes/object.ts';
import { type Pod, podsOf } from '../kubernetes/pod.ts';
import { type Joined, joinedAt, type Origin, plain } from '../kubernetes/strategic-merge.ts';
import type { Span } from '../text/span.ts';
import type { Evidence } from '../windows/verdict.ts';
import { type Document, parse } from '../yaml/document.ts';
import { fieldAround } from '../yaml/locate.ts';
import type { Related } from './rule.ts';
import type { Settings } from './settings.ts';

/** A pod that Kustomize makes of another one, or of a patch. */
export interface Use {
  /** Undefined where it is left as it is written, and where there is no such pod any more (`rendered.object`). */
  readonly pod: Pod | undefined;
  /** Whether something that could not be read may change it. */
  readonly open: boolean;
  readonly rendered: RenderedFact;
  /** Which of its sources is the document that is looked at. */
  readonly own: number;
}

interface UseContext {
  readonly facts: Facts;
  readonly settings: Settings;
  readonly at?: Pick<Place, 'uri' | 'document'>;
}

/** What Kustomize makes of a pod or patch; nothing where no Kustomize file of the workspace uses it. */
export function usesOf(pod: Pod, { facts, settings, at }: UseContext): Use[] {
  if (at === undefined) return [];
  const { start } = pod.object.field.valueSpan;
  return facts.keyed('Rendered', at.uri).flatMap((rendered) => {
    const own = rendered.sources.findIndex(
      ({ uri, document, object }) => uri === at.uri && document === at.document && object === start,
    );
    if (own === -1) return [];
    const { object, open } = rendered;
    const made = object === null ? undefined : podMade(pod, object, own, settings);
    return [{ pod: made, open, rendered, own }];
  });
}

/** A pod that Kustomize makes, with the sources of it in a document that does not hold a part of it as a pod. */
export interface PatchedPod extends Omit<Use, 'own'> {
  readonly pod: Pod;
  readonly patches: readonly number[];
}

/** The pods that a document changes in another way than by the objects that begin at the given offsets. */
export function patchedPods(starts: readonly number[], { facts, settings, at }: UseContext): PatchedPod[] {
  if (at === undefined) return [];
  return facts.keyed('Rendered', at.uri).flatMap((rendered) => {
    const { object, open, sources } = rendered;
    const patches = sources.flatMap((source, i) =>
      source.uri === at.uri && source.document === at.document && !starts.some((start) => start === source.object)
        ? i
        : [],
    );
    if (object === null || patches.length === 0) return [];
    return podsMade(object, settings).map((pod) => ({ pod, open, rendered, patches }));
  });
}

/** Where a document writes what a span of a pod stands for, in a patch, and what to point at there. */
export function placeInPatch(span: Span, patched: PatchedPod, document: Document) {
  const [first] = originsOf(span, patched);
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
export function isPart(uses: readonly Use[]): boolean {
  return isPatch(uses) || uses.some(({ open }) => open);
}

/** Whether it is no pod of its own: its uses are the pods that it changes. */
export function isPatch(uses: readonly Use[]): boolean {
  return uses.length > 0 && uses.every(({ own }) => own > 0);
}

/** Evidence in a pod that Kustomize makes, at the place where it is written; none where that is nowhere. */
export function evidenceHere(evidence: Evidence, use: Use, written: Pod): Evidence[] {
  const { at, signal } = evidence;
  if ('uri' in at || signal === 'directive' || use.pod === undefined) return [evidence];
  const place = placeOf(at, use);
  if (place === undefined) return [];
  if ('uri' in place) return [{ ...evidence, at: place }];
  return [{ ...evidence, field: fieldAround(written.object.field.document, place)?.path, at: place }];
}

/** What a finding in a pod that Kustomize makes points at, at the place where it is written. */
export function relatedHere({ at, message }: Related, use: Use): Related[] {
  const place = 'uri' in at ? at : placeOf(at, use);
  return place === undefined ? [] : [{ at: place, message }];
}

/**
 * The span in the document that a span of the pod that Kustomize makes stands for: a field or its value. Undefined where
 * another file writes that field, also where it does so first.
 */
export function writtenHere(span: Span, use: Use, written: Pod): Span | undefined {
  const made = use.pod && fieldAround(use.pod.object.field.document, span);
  const [first] = originsOf(span, use).filter(([source]) => use.rendered.sources[source]?.object !== null);
  if (made === undefined || first === undefined || first[0] !== use.own) return undefined;
  const [, start, end] = first;
  const field = fieldAround(written.object.field.document, { start, end });
  if (field?.wholeSpan.start !== start || field.wholeSpan.end !== end) return undefined;
  if (field.key !== made.key && typeof field.key !== 'number') return undefined;
  if (made.span.start === span.start && made.span.end === span.end) return field.span;
  return made.valueSpan.start === span.start && made.valueSpan.end === span.end ? field.valueSpan : undefined;
}

/** Whether a span of the document and one of the pod that Kustomize makes of it are of one field. */
export function sameField(here: Span, written: Pod, there: Span, { pod, rendered, own }: Use): boolean {
  const field = fieldAround(written.object.field.document, here);
  const path = pod === undefined ? undefined : fieldAround(pod.object.field.document, there)?.path;
  if (field === undefined || path === undefined || rendered.object === null) return false;
  const { start, end } = field.wholeSpan;
  const from = joinedAt(rendered.object, path)?.from ?? [];
  return from.some((one) => one[0] === own && one[1] === start && one[2] === end);
}

/** Where a span of the pod that Kustomize makes is written, in the document itself if it is there. */
function placeOf(span: Span, use: Use): Span | Place | undefined {
  const from = originsOf(span, use);
  const [source, start, end] = from.find((one) => one[0] === use.own) ?? from.at(-1) ?? [];
  const place = source === undefined ? undefined : use.rendered.sources[source];
  if (place === undefined || start === undefined || end === undefined) return undefined;
  const here = { start, end };
  return source === use.own ? here : { uri: place.uri, document: place.document, span: here };
}

function originsOf(span: Span, { pod, rendered }: Pick<Use, 'pod' | 'rendered'>): readonly Origin[] {
  const field = pod && fieldAround(pod.object.field.document, span);
  return field === undefined || rendered.object === null ? [] : (joinedAt(rendered.object, field.path)?.from ?? []);
}

/** Read as if it were a manifest, so that everything can be asked of its pods that can be asked of any. */
function podsMade(object: Joined, { embeddedPods }: Settings): Pod[] {
  const [read] = objects(parse(JSON.stringify(plain(object))));
  return read === undefined ? [] : podsOf(read, embeddedPods);
}

/**
 * What comes of a pod. In a custom resource that holds several it is the one that the same field says, for lists may be
 * replaced.
 */
function podMade(pod: Pod, object: Joined, own: number, settings: Settings): Pod | undefined {
  const pods = podsMade(object, settings);
  if (!pod.embedded) return pods[0];
  const { start, end } = pod.spec.wholeSpan;
  return pods.find(({ spec }) =>
    joinedAt(object, spec.path)?.from.some((one) => one[0] === own && one[1] === start && one[2] === end),
  );
}
