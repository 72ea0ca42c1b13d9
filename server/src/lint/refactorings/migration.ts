import type { Pod } from '../../kubernetes/pod.ts';
import { t } from '../../text/localize.ts';
import { contains, type Span } from '../../text/span.ts';
import { windowsVariants } from '../../windows/image-platforms.ts';
import { type Image, imageOs, lockedImage, podImages } from '../../windows/images.ts';
import { isLinuxRepository } from '../../windows/linux-images.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { firstAfter } from '../../yaml/read/first-after.ts';
import { samePath } from '../../yaml/read/path.ts';
import { applyDirectives } from '../directives/suppression.ts';
import { lint } from '../engine/lint.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import { apiPath, type Finding } from '../finding.ts';
import { possibleFixes } from '../fixes/applicable-fixes.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { categoryOf } from '../settings/rule-names.ts';
import type { Severity } from '../settings/settings.ts';
import { osChanges, uncertainImages } from './make-ready.ts';
import { manualStepsFor } from './manual-steps.ts';
import { noMatchingNode } from './refactoring.ts';

/** The topics of steps, in the order of reports. */
export const TOPICS = [
  'images',
  'commands',
  'hostPaths',
  'volumes',
  'security',
  'network',
  'scheduling',
  'other',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The manual effort; docs/migrate.md defines the levels. */
export const EFFORTS = ['none', 'small', 'medium', 'large'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Something that has to be changed or checked before a workload runs on Windows. */
export interface MigrationStep {
  readonly topic: Topic;
  /** Whether a fix does it, or a person. */
  readonly by: 'fix' | 'person';
  /** A sentence. */
  readonly message: string;
  /** Undefined if no rule reports it. */
  readonly rule: string | undefined;
  readonly severity: Severity;
  /** The paths of the fields that it concerns; empty if it concerns the whole workload. */
  readonly fields: readonly string[];
  /** The image that it concerns, as it is written. */
  readonly image: string | undefined;
  /** Whether this image has no Windows variant. */
  readonly isLinuxOnly: boolean;
  /** The title of the fix. A person has to check the fixes of commands. */
  readonly fix: string | undefined;
}

/** An image of a workload. */
export interface MigratedImage {
  /** As it is written; undefined if it is unknown. */
  readonly name: string | undefined;
  /** Whether it has a Windows variant; undefined if this is not known. */
  readonly hasVariant: boolean | undefined;
}

/** The steps and the effort to run a workload on Windows nodes. */
export interface Migration {
  readonly effort: Effort;
  /** Manual steps first, then by topic. Steps with the same message are in several places. */
  readonly steps: readonly MigrationStep[];
  /** Each once. */
  readonly images: readonly MigratedImage[];
}

/** The effort of steps. */
export function effortOf(steps: readonly MigrationStep[]): Effort {
  const manual = mergedSteps(steps).filter(({ by }) => by === 'person');
  const others = manual.filter(({ topic }) => topic !== 'images');
  if (manual.length === 0) return 'none';
  const isStuck = manual.some(({ isLinuxOnly }) => isLinuxOnly) || others.some(({ severity }) => severity === 'error');
  if (isStuck || others.length > MEDIUM_EFFORT_STEPS) return 'large';
  return others.length > 0 ? 'medium' : 'small';
}

/** Steps that differ only in their fields as one step with all these fields. */
export function mergedSteps<S extends MigrationStep>(steps: readonly S[]): S[] {
  const merged = new Map<string, S>();
  for (const step of steps) {
    const key = JSON.stringify({ ...step, fields: [] });
    const known = merged.get(key);
    merged.set(key, known === undefined ? step : { ...known, fields: [...known.fields, ...step.fields] });
  }
  return [...merged.values()];
}

/** With more steps, the effort is large. */
const MEDIUM_EFFORT_STEPS = 5;

/**
 * Checks a copy of a document in which the pod declares and selects Windows: each finding is a step. If the copy cannot be
 * edited, as in templates, a directive sets the operating system. Undefined for patches, and for custom resources without
 * a pod spec of the Kubernetes API.
 */
export function migration(workload: Workload, report: DocumentReport, context: LintContext): Migration | undefined {
  const { document } = report;
  const { pod } = workload;
  if (pod.partial || pod.composed !== undefined) return undefined;
  const plan = editsFor(document, osChanges(pod, 'windows', context));
  const text = plan.ok ? plan.text : withDirective(document.text);
  const copy = parse(text, document.isItem);
  const copied = lint(copy, context);
  // The index identifies the pod: an object can have several pods, and branches of a template different ones at one path.
  const made = copied.workloads[report.workloads.indexOf(workload)]?.pod;
  if (made === undefined) return undefined;
  const [{ findings } = copied] = applyDirectives([copied], context.rules.rules, context.settings);
  const { path, valueSpan } = made.object.field;
  const siblings = copied.workloads.filter(({ pod }) => pod !== made && samePath(pod.object.field.path, path));
  const own = findings.filter(
    ({ severity, object, at }) =>
      severity !== 'hint' &&
      object !== undefined &&
      contains(valueSpan, at) &&
      (isIn(made, at) || !siblings.some(({ pod }) => isIn(pod, at))),
  );
  const possible = possibleFixes(copy, own);
  const imageAt = imageFinder(made);
  const found = own.map((finding): MigrationStep => {
    const fix = finding.fixes.find((candidate) => possible.has(candidate))?.title;
    const step = stepOf(finding, imageAt(finding.at)?.image, context);
    // Only a person can tell what a script does on Windows.
    return { ...step, by: fix === undefined || step.topic === 'commands' ? 'person' : 'fix', fix };
  });
  const all = [
    ...found,
    ...unreportedSteps(workload, made, imageAt, copied, context),
    ...(plan.ok ? nodeSteps(made, context) : []),
  ];
  return migrationOf(all, imagesOf(pod, context));
}

/** The migration of all pods of an object. */
export function combineMigrations(migrations: readonly Migration[]): Migration {
  return migrationOf(
    migrations.flatMap(({ steps }) => steps),
    migrations.flatMap(({ images }) => images),
  );
}

function migrationOf(all: readonly MigrationStep[], allImages: readonly MigratedImage[]): Migration {
  const steps = [...new Map(all.map((step) => [JSON.stringify(step), step])).values()].sort(inOrder);
  const images = [...new Map(allImages.map((image) => [image.name, image])).values()];
  return { effort: effortOf(steps), steps, images };
}

function imagesOf(pod: Pod, { settings }: LintContext): MigratedImage[] {
  const images = new Map(podImages(pod).map(({ container, image }) => [container, image]));
  return pod.containers.map((container) => {
    const image = images.get(container);
    return { name: image?.text, hasVariant: image && hasVariant(image, settings) };
  });
}

/** Whether an image has a Windows variant. A tag such as `alpine` says nothing about other tags. */
function hasVariant(image: Image, settings: LintContext['settings']): boolean | undefined {
  const locked = lockedImage(image, settings);
  if (locked !== undefined) return windowsVariants(locked).length > 0;
  const known = imageOs(image, settings);
  if (known?.os === 'windows') return true;
  const isOfRepository = known?.from === 'repository' || isLinuxRepository(image.registry, image.repository);
  return known !== undefined && isOfRepository ? false : undefined;
}

function isIn({ spec, metadata }: Pod, at: Span): boolean {
  return [spec, metadata].some((field) => field !== undefined && contains(field.wholeSpan, at));
}

/** A text with the directive at the top of its first document, after `---` if there is one. */
function withDirective(text: string): string {
  const at = /^---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  return `${text.slice(0, at)}# kubewin: os=windows\n${text.slice(at)}`;
}

type ImageFinder = (at: Span | undefined) => { readonly field: Field; readonly image: Image } | undefined;

/** Finds the image of a pod that contains a span. */
function imageFinder(pod: Pod): ImageFinder {
  const images = podImages(pod)
    .map((own) => ({ ...own, span: own.field.wholeSpan }))
    .sort((a, b) => a.span.start - b.span.start);
  return (at) => {
    if (at === undefined) return undefined;
    const found = images[firstAfter(images, ({ span }) => span.end >= at.end)];
    return found !== undefined && contains(found.span, at) ? found : undefined;
  };
}

function stepOf(
  { rule, severity, message, field }: Finding,
  image: Image | undefined,
  { settings }: LintContext,
): Omit<MigrationStep, 'by' | 'fix'> {
  const topic = topicOf(rule);
  const fields = field === undefined ? [] : [field];
  if (topic !== 'images' || image === undefined) {
    return { topic, message, rule, severity, fields, image: undefined, isLinuxOnly: false };
  }
  const isLinuxOnly = hasVariant(image, settings) === false;
  return {
    topic,
    message: messageOn(image, rule, message, isLinuxOnly),
    rule,
    severity,
    fields,
    image: image.text,
    isLinuxOnly,
  };
}

/** The message of a step on an image, which names the image. */
function messageOn({ text }: Image, rule: string, message: string, isLinuxOnly: boolean): string {
  if (rule === OTHER_SYSTEM) {
    return isLinuxOnly ? t`\`${text}\` has no Windows variant.` : t`\`${text}\` is a Linux image.`;
  }
  const isNamed = [...message.matchAll(/`([^`]+)`/g)].some(([, part = '']) => text.includes(part));
  return isNamed ? message : `\`${text}\`: ${message}`;
}

/** The rule that reports a Linux image in a pod that declares Windows. */
const OTHER_SYSTEM = 'os/conflicts-with-image';

/** The steps that no rule reports. */
function unreportedSteps(
  workload: Workload,
  made: Pod,
  imageAt: ImageFinder,
  report: DocumentReport,
  context: LintContext,
): MigrationStep[] {
  const manual = manualStepsFor(made, 'windows', report.findings, context);
  const person = {
    by: 'person',
    rule: undefined,
    fix: undefined,
    severity: 'warning',
    image: undefined,
    isLinuxOnly: false,
  } as const;
  const pathOf = ({ path }: Pick<Field, 'path'>) => [apiPath(path.slice(made.object.field.path.length))];
  return [
    ...uncertainImages(workload, made, context).map(({ message, at }): MigrationStep => {
      const { field, image } = imageAt(at) ?? {};
      return {
        ...person,
        topic: 'images',
        message,
        fields: field === undefined ? [] : pathOf(field),
        image: image?.text,
      };
    }),
    ...made.containers
      .filter(({ field }) => field.get('image')?.outline === undefined)
      .map(({ field, name = '' }): MigrationStep => {
        const message = t`Check the image of container \`${name}\`, which is unknown.`;
        return { ...person, topic: 'images', message, fields: pathOf(field) };
      }),
    ...manual.map(({ field, message }): MigrationStep => {
      const key = field.path.find((step) => step === 'hostPath' || step === 'command' || step === 'args');
      const topic = key === 'hostPath' ? 'hostPaths' : key === undefined ? 'scheduling' : 'commands';
      return { ...person, topic, message, fields: pathOf(field) };
    }),
  ];
}

/** A step if no Windows node matches the changed pod. */
function nodeSteps(made: Pod, { facts }: LintContext): MigrationStep[] {
  const message = noMatchingNode(made, 'windows', facts);
  if (message === undefined) return [];
  return [
    {
      topic: 'scheduling',
      by: 'person',
      message,
      rule: undefined,
      severity: 'error',
      fields: [],
      image: undefined,
      isLinuxOnly: false,
      fix: undefined,
    },
  ];
}

function topicOf(rule: string): Topic {
  if (rule.startsWith('volumes/host-path')) return 'hostPaths';
  if (rule === OTHER_SYSTEM) return 'images';
  return TOPIC_OF_CATEGORY[categoryOf(rule)] ?? 'other';
}

const TOPIC_OF_CATEGORY: Readonly<Record<string, Topic>> = {
  image: 'images',
  command: 'commands',
  env: 'commands',
  volumes: 'volumes',
  'volume-mounts': 'volumes',
  'persistent-volume': 'volumes',
  'persistent-volume-claim': 'volumes',
  'storage-class': 'volumes',
  annotations: 'security',
  gmsa: 'security',
  'host-process': 'security',
  'pod-security': 'security',
  'run-as-non-root': 'security',
  'run-as-user-name': 'security',
  'security-context': 'security',
  dns: 'network',
  'network-policy': 'network',
  'node-network': 'network',
  node: 'other',
  service: 'network',
  os: 'scheduling',
  'runtime-class': 'scheduling',
  scheduling: 'scheduling',
};

function inOrder(a: MigrationStep, b: MigrationStep): number {
  const rank = ({ by, topic }: MigrationStep) => (by === 'person' ? 0 : TOPICS.length) + TOPICS.indexOf(topic);
  return rank(a) - rank(b);
}
