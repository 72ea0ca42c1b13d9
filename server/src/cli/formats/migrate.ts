import type { Effort, MigrationStep, Topic } from '../../lint/refactorings/migration.ts';
import { EFFORTS, TOPICS } from '../../lint/refactorings/migration.ts';
import type {
  ChangedMigration,
  MigrateResult,
  MigrateUpgradeResult,
  MigrationStep as StepJson,
} from '../../results.ts';
import { codeSpan, prose } from '../../text/markdown.ts';
import { nameOf, nameWithHook } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import {
  type MigratedFile,
  type MigratedWorkload,
  type MigrationTotals,
  type SkipReason,
  STATES,
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
  linux: 'to keep on Linux',
};

export const EFFORT_TEXTS: Readonly<Record<Effort, string>> = {
  none: 'nothing for a person to do',
  small: 'only images to check or to replace by another tag',
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
        const field = step.fields.length === 0 ? '' : paint('dim', ` (${escapeControls(step.fields.join(', '))})`);
        const fix = step.fix === undefined ? '' : paint('dim', ` Fix: ${escapeControls(step.fix)}.`);
        return `  ${whoDoes(step).padEnd('person'.length)}  ${TOPIC_TITLES[step.topic]}: ${escapeControls(stepMessage(step))}${field}${fix}`;
      });
      return [head.join('  '), ...steps].join('\n');
    }),
  );
  const skipped = skippedOf(files, frame).map(
    ({ location, text }) => `  ${paint('bold', escapeControls(location))}  ${escapeControls(text)}`,
  );
  const end = frame.upgradeTo === undefined ? summary(totalsOf(files), files.length) : changedWorkloads(frame, files);
  return `${[...blocks, ...(skipped.length === 0 ? [] : [['Not assessed:', ...skipped].join('\n')]), end].join('\n\n')}\n`;
}

/** Who does a step; "gone" if nobody has to after an upgrade. */
function whoDoes({ by, change }: MigratedWorkload['steps'][number]): string {
  return change?.kind === 'gone' ? change.kind : by;
}

/** What was not assessed, with its place and the reason; nothing for an upgrade, which shows only what changes. */
export function skippedOf(
  files: readonly MigratedFile[],
  { upgradeTo }: Frame,
): readonly { readonly location: string; readonly text: string }[] {
  if (upgradeTo !== undefined) return [];
  return files.flatMap(({ path, skipped }) =>
    skipped.map(({ found, at, reason }) => ({
      location: locationText({ path, at }),
      text: `${found === undefined ? 'A named template' : nameOf(found.object)}: ${REASONS[reason]}`,
    })),
  );
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  patch: 'a patch or a part of an object, which is assessed with the object itself.',
  'other form': 'its pods have another form than in the Kubernetes API.',
  template: 'values or named templates that write it are unknown.',
};

/** The images of all workloads in alphabetical order, with the number of workloads that have them. */
export function imagesOf(
  files: readonly MigratedFile[],
): readonly { readonly name: string; readonly variant: string; readonly count: number }[] {
  const images = new Map<string, { count: number; hasVariant: boolean | undefined }>();
  for (const { name, hasVariant } of files.flatMap(({ workloads }) => workloads.flatMap((own) => own.images))) {
    if (name === undefined) continue;
    const known = images.get(name);
    images.set(name, { count: (known?.count ?? 0) + 1, hasVariant: known?.hasVariant ?? hasVariant });
  }
  return [...images]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { count, hasVariant }]) => {
      return { name, variant: hasVariant === undefined ? 'not known' : hasVariant ? 'yes' : 'no', count };
    });
}

/** How many steps a person has to do, and how many a fix. Those that an upgrade makes superfluous do not count. */
export function stepCounts({ steps }: MigratedWorkload): { readonly persons: number; readonly fixes: number } {
  const left = steps.filter(({ change }) => change?.kind !== 'gone');
  const persons = left.filter(({ by }) => by === 'person').length;
  return { persons, fixes: left.length - persons };
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
  const parts = STATES.map((state) => `${states[state]} ${STATE_TITLES[state]}`);
  const counts = workloads === 0 ? '' : `: ${parts.join(', ')}`;
  return [
    `${amount(workloads, 'workload')} for Linux or without an operating system in ${amount(files, 'file')}${counts}.`,
    ...(windows === 0 ? [] : [`${amount(windows, 'workload')} for Windows already: see kubewin check.`]),
    ...(skipped === 0 ? [] : [`${skipped === 1 ? '1 workload was' : `${skipped} workloads were`} not assessed.`]),
  ].join(' ');
}

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
      const { effort } = workload;
      const { persons, fixes } = stepCounts(workload);
      const location = codeSpan(locationText({ path, at: workload.at }));
      const cells = [
        nameCode(workload),
        location,
        `${STATE_TITLES[stateOf(workload)]} ${todayText(workload)}`.trim(),
        effort,
      ];
      return [...cells, String(persons), String(fixes)].map((cell) => cell.replaceAll('|', '\\|'));
    }),
  );
  const details = files.flatMap(({ workloads }) => workloads.filter(({ steps }) => steps.length > 0).map(sectionOf));
  const notAssessed = skippedOf(files, frame).map(({ location, text }) => `- ${codeSpan(location)}: ${prose(text)}`);
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
    tableOf(
      ['Image', 'Windows variant', 'Workloads'],
      (isUpgrade ? [] : imagesOf(files)).map(({ name, variant, count }) =>
        [codeSpan(name), variant, String(count)].map((cell) => cell.replaceAll('|', '\\|')),
      ),
    ),
    '## Workloads',
    tableOf(['Workload', 'Place', 'State', 'Effort', 'For a person', 'Fixes'], rows),
    ...details,
    ...(notAssessed.length === 0 ? [] : ['## Not assessed', notAssessed.join('\n')]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function sectionOf(workload: MigratedWorkload): string {
  const lines = workload.steps.map((step) => {
    const { by, topic, fix, fields } = step;
    const how = fix === undefined ? '' : ` Fix: ${prose(fix)}.`;
    const places = fields.length === 0 ? '' : ` (${fields.map(codeSpan).join(', ')})`;
    return `- ${by === 'fix' ? '(fix) ' : ''}**${TOPIC_TITLES[topic]}**: ${prose(stepMessage(step))}${how}${places}`;
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
    ...migratedJson(files),
    notes: frame.messages.map(noteJson),
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** The totals and the files of a result. */
export function migratedJson(files: readonly MigratedFile[]): Pick<MigrateResult, 'totals' | 'files'> {
  return {
    totals: totalsOf(files),
    files: files.map(({ path, workloads, skipped }) => ({
      path,
      workloads: workloads.map((workload) => ({
        object: workload.object,
        hook: workload.hook,
        place: placeJson(workload.at),
        state: stateOf(workload),
        effort: workload.effort,
        images: workload.images.map(({ name = null, hasVariant = null }) => ({ name, windows: hasVariant })),
        steps: workload.steps.map(stepJson),
      })),
      skipped: skipped.map(({ found, at, reason }) => ({
        object: found?.object ?? null,
        place: placeJson(at),
        reason,
      })),
    })),
  };
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

function stepJson({ topic, by, rule, severity, message, fields, image, fix }: MigrationStep): StepJson {
  // Hints are not steps.
  const shown = severity as StepJson['severity'];
  const [field = null] = fields;
  return {
    topic,
    by,
    rule: rule ?? null,
    severity: shown,
    message,
    field,
    fields,
    image: image ?? null,
    fix: fix ?? null,
  };
}

function nameCode(workload: MigratedWorkload): string {
  return codeSpan(nameWithHook(workload));
}
