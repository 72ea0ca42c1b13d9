import { MAX_LABEL_LENGTH } from '../../kubernetes/labels.ts';
import { MAX_NAME_LENGTH, objects } from '../../kubernetes/object.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Pod, podsOf } from '../../kubernetes/pod.ts';
import { defineFilter, matching } from '../../kubernetes/questions.ts';
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
import { conflictWithKustomize, type Refactoring, reviewPod, type Step } from './refactoring.ts';

/**
 * Adds a copy of a Deployment or DaemonSet for Linux after it that is ready for Windows: `agent-windows` for `agent`. The
 * copy has its own selector, because two controllers must not select each other's pods.
 */
export function windowsTwin(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const names = namesFor(workload, context);
  if (names === undefined) return [];
  const title = t`Add a Windows twin \`${names.twin}\``;
  const content = contentOf(document);
  if (content === undefined) {
    return [{ title, ok: false, reason: t('A twin can be added to YAML in block style only, not to JSON.') }];
  }
  const [refusal] = conflictWithKustomize(workload, (each) => windowsChanges(each, context));
  if (refusal !== undefined) return [{ title, ...refusal }];
  const twin = copyFor(content, names.twin, names.label, context);
  if (!twin.ok) return [{ title, ...twin }];
  const imageSteps = (made: Pod) => uncertainImages(workload, made, context);
  const review = reviewPod({ text: twin.text, isItem: false }, [], 'windows', context, imageSteps);
  if (!review.ok) return [{ title, ...review }];
  const edits = appendDocument(document, twin.text);
  if (edits === undefined) return [{ title, ok: false, reason: t('No document can be added after this one.') }];
  const added = addedSpan(edits);
  const twinSteps = review.manualSteps.map(({ at, ...step }) => ({
    ...step,
    ...(at === undefined || added === undefined ? {} : { at: shift(at, added.start) }),
  }));
  return [
    {
      title,
      ok: true,
      edits: new Map([[document, edits]]),
      manualSteps: [...twinSteps, ...stepsForOriginal(workload.pod, names.original, names.label, context)],
      ...(added === undefined ? {} : { added }),
    },
  ];
}

interface TwinNames {
  readonly original: string;
  readonly twin: string;
  readonly label: Label;
}

/** The names of a workload and its twin; undefined if the workload cannot have a twin or already has one. */
function namesFor({ pod, verdict }: Workload, { facts }: LintContext): TwinNames | undefined {
  const { object } = pod;
  const isKind = object.kind === 'Deployment' || object.kind === 'DaemonSet';
  const mayBeLinux = verdict.os === 'linux' || verdict.os === 'unknown' || verdict.os === 'either';
  if (!isKind || pod.embedded || object.field.parent !== undefined || !mayBeLinux) return undefined;
  const original = object.field.at('metadata', 'name')?.string;
  const label = distinctLabel(pod, original);
  if (original === undefined || label === undefined || isPlaceholder(original)) return undefined;
  const twin = forWindows(original);
  if (twin.length > MAX_NAME_LENGTH || forWindows(label.value).length > MAX_LABEL_LENGTH) return undefined;
  const podsOfTwin = matching(podsOfWorkload, { kind: object.kind, name: twin }, { namespace: object.namespace });
  return facts.ask(podsOfTwin).length > 0 ? undefined : { original, twin, label };
}

/** The span that the only edit adds, without the `---` line. */
function addedSpan([edit]: readonly TextEdit[]): Span | undefined {
  if (edit === undefined) return undefined;
  const { span, text } = edit;
  const separator = /^\s*---\s*/.exec(text)?.[0].length ?? 0;
  return { start: span.start + separator, end: span.start + text.trimEnd().length };
}

/** A plan that changes the name and label of a document and makes it ready for Windows. */
function copyFor(content: string, name: string, label: Label, context: LintContext): Plan {
  const copy = parse(content);
  const [pod] = objects(copy).flatMap((object) => podsOf(object, context.settings.embeddedPods));
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
 * The label whose value distinguishes the twins: one that names Linux, otherwise one with the name of the object, otherwise
 * the first one of the selector, as in real manifests.
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

/** Replaces `linux` at the end of a name by `windows`, or appends `-windows`. */
function forWindows(name: string): string {
  return /(?:^|-)linux$/.test(name) ? name.replace(/linux$/, 'windows') : `${name}-windows`;
}

/** The fields with the label, including the selectors of affinity and topology spread constraints. */
function labelFields({ object, spec, metadata }: Pod, { key, value }: Label): Field[] {
  const spread = ['affinity', 'topologySpreadConstraints']
    .flatMap((name) => spec.get(name) ?? [])
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

/** The manual steps for the original workload. */
function stepsForOriginal(pod: Pod, name: string, { key, value }: Label, { facts }: LintContext): Step[] {
  const labels = pod.metadata?.get('labels')?.stringMap() ?? {};
  const services = facts
    .ask(matching(servicesSelecting, { key, value }, { namespace: pod.object.namespace }))
    .filter(({ selector }) => Object.entries(selector).every(([name, selected]) => labels[name] === selected));
  const messages = [
    ...(nodeConstraint(pod, facts).nodes === 'linux'
      ? []
      : [t`Pin \`${name}\` to Linux: it can also be scheduled on Windows nodes.`]),
    ...services.map(
      (service) => t`Service \`${service.name}\` selects \`${key}: ${value}\`, so it does not include the twin.`,
    ),
  ];
  // The twin is added after the original, so these offsets do not change.
  const { span: at } = pod.object.field.at('metadata', 'name') ?? pod.object.field;
  return messages.map((message) => ({ message, at }));
}

const podsOfWorkload = defineFilter(
  'lint/refactorings/windows-twin podsOfWorkload',
  'Pod',
  (pod, { kind, name }: { readonly kind: string; readonly name: string }) => pod.workload === kind && pod.name === name,
);

const servicesSelecting = defineFilter(
  'lint/refactorings/windows-twin servicesSelecting',
  'Service',
  ({ selector }, { key, value }: Label) => selector[key] === value,
);
