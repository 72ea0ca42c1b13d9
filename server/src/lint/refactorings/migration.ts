import type { Pod } from '../../kubernetes/pod.ts';
import { contains, type Span } from '../../text/span.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { parse } from '../../yaml/read/document.ts';
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
  /** Undefined if it concerns the whole workload. */
  readonly field: string | undefined;
  /** The title of the fix. A person has to check the fixes of commands. */
  readonly fix: string | undefined;
}

/** The steps and the effort to run a workload on Windows nodes. */
export interface Migration {
  readonly effort: Effort;
  /** Manual steps first, then by topic. */
  readonly steps: readonly MigrationStep[];
}

/** The effort of steps. */
export function effortOf(steps: readonly MigrationStep[]): Effort {
  const manual = steps.filter(({ by }) => by === 'person');
  const others = manual.filter(({ topic }) => topic !== 'images');
  if (manual.length === 0) return 'none';
  if (others.some(({ severity }) => severity === 'error') || others.length > MEDIUM_EFFORT_STEPS) return 'large';
  return others.length > 0 ? 'medium' : 'small';
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
  const found = own.map((finding): MigrationStep => {
    const fix = finding.fixes.find((candidate) => possible.has(candidate))?.title;
    const step = stepOf(finding);
    // Only a person can tell what a script does on Windows.
    return { ...step, by: fix === undefined || step.topic === 'commands' ? 'person' : 'fix', fix };
  });
  const all = [
    ...found,
    ...unreportedSteps(workload, made, copied, context),
    ...(plan.ok ? nodeSteps(made, context) : []),
  ];
  return migrationOf(all);
}

/** The migration of all pods of an object. */
export function combineMigrations(migrations: readonly Migration[]): Migration {
  return migrationOf(migrations.flatMap(({ steps }) => steps));
}

function migrationOf(all: readonly MigrationStep[]): Migration {
  const steps = [...new Map(all.map((step) => [`${step.by} ${step.message}`, step])).values()].sort(inOrder);
  return { effort: effortOf(steps), steps };
}

function isIn({ spec, metadata }: Pod, at: Span): boolean {
  return [spec, metadata].some((field) => field !== undefined && contains(field.wholeSpan, at));
}

/** A text with the directive at the top of its first document, after `---` if there is one. */
function withDirective(text: string): string {
  const at = /^---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  return `${text.slice(0, at)}# kubewin: os=windows\n${text.slice(at)}`;
}

function stepOf({ rule, severity, message, field }: Finding): Omit<MigrationStep, 'by' | 'fix'> {
  return { topic: topicOf(rule), message, rule, severity, field };
}

/** The steps that no rule reports. */
function unreportedSteps(workload: Workload, made: Pod, report: DocumentReport, context: LintContext): MigrationStep[] {
  const manual = manualStepsFor(made, 'windows', report.findings, context);
  const person = { by: 'person', rule: undefined, fix: undefined, severity: 'warning' } as const;
  return [
    ...uncertainImages(workload, made, context).map(
      ({ message }): MigrationStep => ({ ...person, topic: 'images', message, field: undefined }),
    ),
    ...manual.map(({ field, message }): MigrationStep => {
      const key = field.path.find((step) => step === 'hostPath' || step === 'command' || step === 'args');
      const topic = key === 'hostPath' ? 'hostPaths' : key === undefined ? 'scheduling' : 'commands';
      return { ...person, topic, message, field: apiPath(field.path.slice(made.object.field.path.length)) };
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
      field: undefined,
      fix: undefined,
    },
  ];
}

function topicOf(rule: string): Topic {
  if (rule.startsWith('volumes/host-path')) return 'hostPaths';
  if (rule === 'os/conflicts-with-image') return 'images';
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
