import type { MigrationStep } from '../../lint/refactorings/migration.ts';
import { type AtRelease, type Change, changesOf, kindOf } from './changes.ts';
import { type MigratedFile, type MigratedWorkload, stateOf } from './migrate-file.ts';

/** The workloads of a file whose migration an upgrade changes, with the steps that change. */
export function upgradedMigration(reports: readonly AtRelease<MigratedFile>[], target: MigratedFile): MigratedFile {
  const workloads = migrationChanges(reports).flatMap(({ before, after, since }): MigratedWorkload[] => {
    // One that is for Windows on one side only: its verdict changes, and that is what `explain` shows.
    if (before === undefined || after === undefined) return [];
    const change = { since, before: { state: stateOf(before), effort: before.effort } };
    return [{ ...after, steps: changedSteps(reports, after), state: stateOf(after), change }];
  });
  return { ...target, workloads };
}

export function migrationChanges(reports: readonly AtRelease<MigratedFile>[]): readonly Change<MigratedWorkload>[] {
  return changesOf(
    reports.map(({ release, report }) => ({ release, report: report.workloads })),
    keyOf,
    ({ effort, steps }) => JSON.stringify([effort, steps.map((step) => [stepKey(step), stepState(step)])]),
  );
}

function changedSteps(
  reports: readonly AtRelease<MigratedFile>[],
  workload: MigratedWorkload,
): MigratedWorkload['steps'] {
  const steps = reports.map(({ release, report }) => ({
    release,
    report: report.workloads.filter((each) => keyOf(each) === keyOf(workload)).flatMap((each) => each.steps),
  }));
  return changesOf(steps, stepKey, stepState).flatMap(({ before, after, since }) => {
    const step = after ?? before;
    return step === undefined ? [] : { ...step, change: { kind: kindOf({ before, after }), since } };
  });
}

function keyOf({ object, at }: MigratedWorkload): string {
  return JSON.stringify([object, at]);
}

/** Steps that no rule reports are known by their message. */
function stepKey({ topic, rule, fields, message }: MigrationStep): string {
  return JSON.stringify([topic, rule ?? message, fields]);
}

function stepState({ by, severity }: MigrationStep): string {
  return `${by} ${severity}`;
}
