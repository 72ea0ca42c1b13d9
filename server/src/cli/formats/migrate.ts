import type { Effort, MigrationStep, Topic } from '../../lint/refactorings/migration.ts';
import { EFFORTS, TOPICS } from '../../lint/refactorings/migration.ts';
import type {
  ChangedMigration,
  MigrateResult,
  MigrateUpgradeResult,
  MigrationStep as StepJson,
} from '../../results.ts';
import { codeSpan, prose } from '../../text/markdown.ts';
import { nameWithHook } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import {
  type MigratedFile,
  type MigratedWorkload,
  type MigrationTotals,
  type State,
  stateOf,
  totalsOf,
} from '../files/migrate-file.ts';
import { escapeControls, painter } from '../terminal/style.ts';
import { headJson, noteJson, placeJson } from './json.ts';
import { amount, changedWorkloads } from './totals.ts';
import type { Frame, Look } from './writer.ts';

/** The names of topics for people. */
export const TOPIC_TITLES: Readonly<Record<Topic, string>> = {
  images: 'Images',
  commands: 'Shells and commands',
  hostPaths: 'Host paths',
  volumes: 'Volumes',
  security: 'Security context and accounts',
  network: 'Network',
  scheduling: 'Scheduling',
  other: 'Other',
};

export const STATE_TITLES: Readonly<Record<State, string>> = {
  ready: 'ready',
  fixable: 'ready after fixes',
  manual: 'with work for a person',
};

export const EFFORT_TEXTS: Readonly<Record<Effort, string>> = {
  none: 'nothing for a person to do',
  small: 'only images to check or replace',
  medium: 'up to five other things to change or check',
  large: 'something that cannot run on Windows as it is, or more than five things',
};

const COLORS = { none: 'cyan', small: 'blue', medium: 'yellow', large: 'red' } as const;

/** For people at a terminal. */
export function migrateText(files: readonly MigratedFile[], frame: Frame, { color }: Look): string {
  const paint = painter(color);
  const blocks = files.flatMap(({ path, workloads }) =>
    workloads.map((workload) => {
      const head = [
        paint('bold', escapeControls(locationText({ path, at: workload.at }))),
        escapeControls(nameWithHook(workload)),
        STATE_TITLES[stateOf(workload)],
        paint(COLORS[workload.effort], `effort: ${workload.effort}`),
        ...[todayText(workload)].filter((part) => part !== ''),
      ];
      const steps = workload.steps.map((step) => {
        const field = step.field === undefined ? '' : paint('dim', ` (${escapeControls(step.field)})`);
        const fix = step.fix === undefined ? '' : paint('dim', ` Fix: ${escapeControls(step.fix)}.`);
        return `  ${step.by.padEnd('person'.length)}  ${TOPIC_TITLES[step.topic]}: ${escapeControls(stepMessage(step))}${field}${fix}`;
      });
      return [head.join('  '), ...steps].join('\n');
    }),
  );
  const end = frame.upgradeTo === undefined ? summary(totalsOf(files), files.length) : changedWorkloads(frame, files);
  return `${[...blocks, end].join('\n\n')}\n`;
}

/** The message of a step, and since when an upgrade changes it. */
export function stepMessage({ message, change }: MigratedWorkload['steps'][number]): string {
  if (change === undefined) return message;
  return `${message} ${change.kind.replace(/^./, (letter) => letter.toUpperCase())} since ${change.since}.`;
}

/** What a workload that an upgrade changes is today; empty without an upgrade. */
export function todayText({ change }: MigratedWorkload): string {
  if (change === undefined) return '';
  const { since, before } = change;
  return `(today: ${STATE_TITLES[before.state]}, effort: ${before.effort}; changed since ${since})`;
}

function summary(totals: MigrationTotals, files: number): string {
  return [
    overview(totals, files),
    ...(totals.workloads === 0
      ? []
      : [
          `Effort: ${EFFORTS.map((effort) => `${totals.efforts[effort]} ${effort}`).join(', ')}.`,
          ...topicsText(totals, (topic, count) => `${TOPIC_TITLES[topic].toLowerCase()} in ${count}`),
        ]),
  ].join('\n');
}

/** The totals of all workloads in one to three sentences. */
export function overview({ workloads, windows, skipped, states }: MigrationTotals, files: number): string {
  const parts = (['ready', 'fixable', 'manual'] as const).map((state) => `${states[state]} ${STATE_TITLES[state]}`);
  const counts = workloads === 0 ? '' : `: ${parts.join(', ')}`;
  return [
    `${amount(workloads, 'workload')} for Linux or without an operating system in ${amount(files, 'file')}${counts}.`,
    ...(windows === 0 ? [] : [`${amount(windows, 'workload')} for Windows already: see kubewin check.`]),
    ...(skipped === 0 ? [] : [skipped === 1 ? NOT_ASSESSED : `${skipped} patches or other forms were not assessed.`]),
  ].join(' ');
}

const NOT_ASSESSED = '1 patch or other form was not assessed.';

function topicsText({ topics }: MigrationTotals, text: (topic: Topic, count: number) => string): string[] {
  const found = TOPICS.filter((topic) => topics[topic] > 0);
  return found.length === 0 ? [] : [`For a person: ${found.map((topic) => text(topic, topics[topic])).join(', ')}.`];
}

/** For a pull request, a wiki or an issue. */
export function migrateMarkdown(files: readonly MigratedFile[], frame: Frame): string {
  const totals = totalsOf(files);
  const isUpgrade = frame.upgradeTo !== undefined;
  const rows = files.flatMap(({ path, workloads }) =>
    workloads.map((workload) => {
      const { steps, effort } = workload;
      const persons = steps.filter(({ by }) => by === 'person').length;
      const location = codeSpan(locationText({ path, at: workload.at }));
      const cells = [
        nameCode(workload),
        location,
        `${STATE_TITLES[stateOf(workload)]} ${todayText(workload)}`.trim(),
        effort,
      ];
      return [...cells, String(persons), String(steps.length - persons)].map((cell) => cell.replaceAll('|', '\\|'));
    }),
  );
  const details = files.flatMap(({ workloads }) => workloads.filter(({ steps }) => steps.length > 0).map(sectionOf));
  return [
    '# Migration to Windows nodes',
    isUpgrade ? changedWorkloads(frame, files) : overview(totals, files.length),
    tableOf(
      ['Effort', 'Workloads', 'Meaning'],
      isUpgrade ? [] : EFFORTS.map((effort) => [effort, String(totals.efforts[effort]), EFFORT_TEXTS[effort]]),
    ),
    tableOf(
      ['A person has to look at', 'Workloads'],
      TOPICS.filter((topic) => !isUpgrade && totals.topics[topic] > 0).map((topic) => [
        TOPIC_TITLES[topic],
        String(totals.topics[topic]),
      ]),
    ),
    '## Workloads',
    tableOf(['Workload', 'Place', 'State', 'Effort', 'For a person', 'Fixes'], rows),
    ...details,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function sectionOf(workload: MigratedWorkload): string {
  const lines = workload.steps.map((step) => {
    const { by, topic, fix } = step;
    const how = fix === undefined ? '' : ` Fix: ${prose(fix)}.`;
    return `- ${by === 'fix' ? '(fix) ' : ''}**${TOPIC_TITLES[topic]}**: ${prose(stepMessage(step))}${how}`;
  });
  return `### ${nameCode(workload)}\n\n${lines.join('\n')}`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** As docs/schemas/migrate.schema.json and migrate-upgrade.schema.json describe it. */
export function migrateJson(files: readonly MigratedFile[], frame: Frame): string {
  if (frame.upgradeTo !== undefined) return `${JSON.stringify(upgradeJson(files, frame, frame.upgradeTo), null, 2)}\n`;
  const result: MigrateResult = {
    ...headJson(frame),
    totals: totalsOf(files),
    files: files.map(({ path, workloads }) => ({
      path,
      workloads: workloads.map((workload) => ({
        object: workload.object,
        hook: workload.hook,
        place: placeJson(workload.at),
        state: stateOf(workload),
        effort: workload.effort,
        steps: workload.steps.map(stepJson),
      })),
    })),
    notes: frame.messages.map(noteJson),
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function upgradeJson(files: readonly MigratedFile[], frame: Frame, upgradeTo: string): MigrateUpgradeResult {
  return {
    ...headJson(frame),
    upgradeTo,
    files: files.map(({ path, workloads }) => ({ path, workloads: workloads.flatMap(changedWorkloadJson) })),
    notes: frame.messages.map(noteJson),
  };
}

function changedWorkloadJson(workload: MigratedWorkload): ChangedMigration[] {
  const { object, hook, at, effort, steps, change } = workload;
  if (change === undefined) return [];
  const { since, before } = change;
  return [
    {
      object,
      hook,
      place: placeJson(at),
      since,
      before,
      after: { state: stateOf(workload), effort },
      steps: steps.flatMap((step) => (step.change === undefined ? [] : { ...stepJson(step), change: step.change })),
    },
  ];
}

function stepJson({ topic, by, rule, severity, message, field, fix }: MigrationStep): StepJson {
  // Hints are not steps.
  const shown = severity as StepJson['severity'];
  return { topic, by, rule: rule ?? null, severity: shown, message, field: field ?? null, fix: fix ?? null };
}

function nameCode(workload: MigratedWorkload): string {
  return codeSpan(nameWithHook(workload));
}
