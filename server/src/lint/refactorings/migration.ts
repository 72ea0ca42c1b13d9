import type { Pod } from '../../kubernetes/pod.ts';
import { contains, type Span } from '../../text/span.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { parse } from '../../yaml/read/document.ts';
import { samePath } from '../../yaml/read/path.ts';
import { applyDirectives } from '../directives/suppression.ts';
import { lint } from '../engine/lint.ts';
import type { Report, Workload } from '../engine/report.ts';
import { apiPath, type Finding } from '../finding.ts';
import { possibleFixes } from '../fixes/applicable-fixes.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { categoryOf } from '../settings/rule-names.ts';
import type { Severity } from '../settings/settings.ts';
import { osChanges, uncertainImages } from './make-ready.ts';
import { manualStepsFor } from './manual-steps.ts';
import { noMatchingNode } from './refactoring.ts';

/** What a step is about, in the order of reports. */
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

/** How much a person has to do: docs/migrate.md says what each of them means. */
export const EFFORTS = ['none', 'small', 'medium', 'large'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Something that has to be changed or looked at before a workload runs on Windows. */
export interface MigrationStep {
  readonly topic: Topic;
  /** Who does it: one of the fixes, or a person. */
  readonly by: 'fix' | 'person';
  /** A sentence. */
  readonly message: string;
  /** Undefined where no rule reports it. */
  readonly rule: string | undefined;
  readonly severity: Severity;
  /** Undefined where it is about the whole workload. */
  readonly field: string | undefined;
  /** The title of the fix; of a command, one that a person has to check. */
  readonly fix: string | undefined;
}

/** What it would take to run a workload on Windows nodes. */
export interface Migration {
  readonly effort: Effort;
  /** In the order of topics, those of a person first. */
  readonly steps: readonly MigrationStep[];
}

/** The effort that some steps are. */
export function effortOf(steps: readonly MigrationStep[]): Effort {
  const own = steps.filter(({ by }) => by === 'person');
  const others = own.filter(({ topic }) => topic !== 'images');
  if (own.length === 0) return 'none';
  if (others.some(({ severity }) => severity === 'error') || others.length > MEDIUM_STEPS) return 'large';
  return others.length > 0 ? 'medium' : 'small';
}

/** More things than that are a project of their own. */
const MEDIUM_STEPS = 5;

/**
 * Looks at a copy of a document in which a pod declares and selects Windows: what is found there is a step. Where the copy
 * cannot be made, as in templates, a directive says that the pod is for Windows. Undefined for what has no pod spec as the
 * API has it, and for a part of an object.
 */
export function migration(workload: Workload, report: Report, context: LintContext): Migration | undefined {
  const { document } = report;
  const { pod } = workload;
  if (pod.partial || pod.composed !== undefined) return undefined;
  const plan = editsFor(document, osChanges(pod, 'windows', context));
  const text = plan.ok ? plan.text : directed(document.text);
  const copy = parse(text, document.isItem);
  const copied = lint(copy, context);
  // An object can have several pods, and branches of a template different ones at the same path: the order stays.
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
  const found = own.map((one): MigrationStep => {
    const fix = one.fixes.find((each) => possible.has(each))?.title;
    const step = stepOf(one);
    // What a script does on Windows, only a person can tell.
    return { ...step, by: fix === undefined || step.topic === 'commands' ? 'person' : 'fix', fix };
  });
  const all = [...found, ...unseen(workload, made, copied, context), ...(plan.ok ? unreachable(made, context) : [])];
  return migrationOf(all);
}

/** All pods of an object together. */
export function combineMigrations(migrations: readonly Migration[]): Migration {
  return migrationOf(migrations.flatMap(({ steps }) => steps));
}

function migrationOf(all: readonly MigrationStep[]): Migration {
  const steps = [...new Map(all.map((one) => [`${one.by} ${one.message}`, one])).values()].sort(inOrder);
  return { effort: effortOf(steps), steps };
}

function isIn({ spec, metadata }: Pod, at: Span): boolean {
  return [spec, metadata].some((field) => field !== undefined && contains(field.wholeSpan, at));
}

/** A text with the directive in its first document: below `---`, or at the very top. */
function directed(text: string): string {
  const at = /^---[ \t]*\r?\n/.exec(text)?.[0].length ?? 0;
  return `${text.slice(0, at)}# kubewin: os=windows\n${text.slice(at)}`;
}

function stepOf({ rule, severity, message, field }: Finding): Omit<MigrationStep, 'by' | 'fix'> {
  return { topic: topicOf(rule), message, rule, severity, field };
}

/** What no rule reports. */
function unseen(workload: Workload, made: Pod, report: Report, context: LintContext): MigrationStep[] {
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

/** Whether nodes for Windows remain once the pod selects them. */
function unreachable(made: Pod, { facts }: LintContext): MigrationStep[] {
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
  service: 'network',
  os: 'scheduling',
  'runtime-class': 'scheduling',
  scheduling: 'scheduling',
};

function inOrder(a: MigrationStep, b: MigrationStep): number {
  const rank = ({ by, topic }: MigrationStep) => (by === 'person' ? 0 : TOPICS.length) + TOPICS.indexOf(topic);
  return rank(a) - rank(b);
}
