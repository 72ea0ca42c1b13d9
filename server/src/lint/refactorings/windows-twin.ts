import type { PodFact, ServiceFact } from '../../kubernetes/facts.ts';
import { MAX_LABEL_LENGTH } from '../../kubernetes/labels.ts';
import { MAX_NAME_LENGTH, objects } from '../../kubernetes/object.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Pod, podsOf } from '../../kubernetes/pod.ts';
import type { TextEdit } from '../../text/edit.ts';
import { t } from '../../text/localize.ts';
import { type Span, shift } from '../../text/span.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { appendDocument, contentOf } from '../../yaml/edit/append-document.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor, type Plan } from '../../yaml/edit/edits.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import type { Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { uncertainImages, windowsChanges } from './make-ready.ts';
import { otherInKustomize, type Refactoring, reviewPod, type Step } from './refactoring.ts';

/**
 * Writes a copy of a Deployment or DaemonSet for Linux behind it that is ready for Windows: `agent-windows` beside
 * `agent`, with a selector of its own, for two that select each other's pods disturb each other.
 */
export function windowsTwin(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const { pod, verdict } = workload;
  const { object } = pod;
  const isKind = object.kind === 'Deployment' || object.kind === 'DaemonSet';
  if (
    !isKind ||
    pod.embedded ||
    object.field.parent !== undefined ||
    !['linux', 'unknown', 'either'].includes(verdict.os)
  )
    return [];
  const name = object.field.at('metadata', 'name')?.string;
  const content = contentOf(document);
  const label = distinctLabel(pod, name);
  if (name === undefined || label === undefined) return [];
  const twinName = forWindows(name);
  if (isPlaceholder(name) || twinName.length > MAX_NAME_LENGTH || forWindows(label.value).length > MAX_LABEL_LENGTH)
    return [];
  const { facts } = context;
  if (facts.where('Pod', object.namespace, isOf, { kind: object.kind, name: twinName }).length > 0) return [];

  const title = t`Add a Windows twin \`${twinName}\``;
  if (content === undefined) {
    return [{ title, ok: false, reason: 'A twin can be added to YAML in block style only, not to JSON.' }];
  }
  const [refused] = otherInKustomize(workload, (one) => windowsChanges(one, context));
  if (refused !== undefined) return [{ title, ...refused }];
  const twin = copyFor(content, twinName, label, context);
  if (!twin.ok) return [{ title, ...twin }];
  const images = (made: Pod) => uncertainImages(workload, made, context);
  const review = reviewPod({ text: twin.text, isItem: false }, [], 'windows', context, images);
  if (!review.ok) return [{ title, ...review }];
  const edits = appendDocument(document, twin.text);
  if (edits === undefined) return [{ title, ok: false, reason: 'No document can be added after this one.' }];
  const added = addedBy(edits);
  const ofTwin = review.manualSteps.map(({ message, at }) => ({
    message,
    ...(at === undefined || added === undefined ? {} : { at: shift(at, added.start) }),
  }));
  const manualSteps = [...ofTwin, ...aboutOriginal(pod, name, label, context)];
  return [
    {
      title,
      ok: true,
      done: 'The twin is ready',
      edits: new Map([[document, edits]]),
      manualSteps,
      ...(added === undefined ? {} : { added }),
    },
  ];
}

/** Where the only edit writes a document, without the `---` line above it. */
function addedBy([edit]: readonly TextEdit[]): Span | undefined {
  if (edit === undefined) return undefined;
  const { span, text } = edit;
  const separator = /^\s*---\s*/.exec(text)?.[0].length ?? 0;
  return { start: span.start + separator, end: span.start + text.trimEnd().length };
}

/** The text of a document with another name and label, ready for Windows. */
function copyFor(content: string, name: string, label: Label, context: LintContext): Plan {
  const copy = parse(content);
  const [pod] = objects(copy).flatMap((one) => podsOf(one, context.settings.embeddedPods));
  if (pod === undefined) return { ok: false, reason: 'This document cannot be copied.' };
  const value = forWindows(label.value);
  return editsFor(copy, [
    { kind: 'replace', path: ['metadata', 'name'], value: name },
    ...labelFields(pod, label).map(({ path }): Change => ({ kind: 'replace', path, value })),
    ...windowsChanges(pod, context),
  ]);
}

type Label = { readonly key: string; readonly value: string };

/**
 * The label whose value tells the twins apart: one that names Linux, else one with the name of the object, else the
 * first of the selector, as real manifests do it.
 */
function distinctLabel({ object, metadata }: Pod, name: string | undefined): Label | undefined {
  const labels = metadata?.get('labels');
  const selected = object.field.at('spec', 'selector', 'matchLabels')?.entries() ?? [];
  const usable = selected.flatMap(([key, field]) => {
    const value = field.string;
    return value !== undefined && !isPlaceholder(value) && labels?.get(key)?.string === value ? [{ key, value }] : [];
  });
  return (
    usable.find(({ value }) => forWindows(value) !== `${value}-windows`) ??
    usable.find(({ value }) => value === name) ??
    usable[0]
  );
}

/** `linux` becomes `windows`, at the end of a name too; any other name gets it as its end. */
function forWindows(name: string): string {
  return /(?:^|-)linux$/.test(name) ? name.replace(/linux$/, 'windows') : `${name}-windows`;
}

/** Where the label stands, the selectors included by which a pod keeps away from others of its kind. */
function labelFields({ object, spec, metadata }: Pod, { key, value }: Label): Field[] {
  const spread = ['affinity', 'topologySpreadConstraints']
    .flatMap((one) => spec.get(one) ?? [])
    .flatMap(labelSelectors);
  return [
    object.field.at('metadata', 'labels', key),
    object.field.at('spec', 'selector', 'matchLabels', key),
    metadata?.at('labels', key),
    ...spread.map((selector) => selector.at('matchLabels', key)),
  ].flatMap((field) => (field?.string === value ? field : []));
}

function labelSelectors(field: Field): Field[] {
  if (field.key === 'labelSelector') return [field];
  return [...field.items(), ...field.entries().map(([, child]) => child)].flatMap(labelSelectors);
}

/** What the twin does not do for the one that it was made from. */
function aboutOriginal(pod: Pod, name: string, { key, value }: Label, { facts }: LintContext): Step[] {
  const labels = pod.metadata?.get('labels')?.stringMap() ?? {};
  const services = facts
    .where('Service', pod.object.namespace, selectsBy, { key, value })
    .filter(({ selector }) => Object.entries(selector).every(([one, wanted]) => labels[one] === wanted));
  const messages = [
    ...(nodeConstraint(pod, facts).leaves === 'linux'
      ? []
      : [t`Pin \`${name}\` to Linux: it can also be scheduled on Windows nodes.`]),
    ...services.map((one) => t`Service \`${one.name}\` selects \`${key}: ${value}\`, so it does not include the twin.`),
  ];
  // The twin is written behind it, so that it stays where it is.
  const { span: at } = pod.object.field.at('metadata', 'name') ?? pod.object.field;
  return messages.map((message) => ({ message, at }));
}

function isOf(pod: PodFact, { kind, name }: { readonly kind: string; readonly name: string }): boolean {
  return pod.workload === kind && pod.name === name;
}

function selectsBy({ selector }: ServiceFact, { key, value }: Label): boolean {
  return selector[key] === value;
}
