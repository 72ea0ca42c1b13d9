import type { KubeObject } from '../../kubernetes/object.ts';
import type {
  ChangedFinding,
  CheckResult,
  CheckUpgradeResult,
  ExplainResult,
  ExplainUpgradeResult,
  Finding,
  Note,
  ObjectName,
  Place,
  Range,
} from '../../results.ts';
import type { Position } from '../../text/line-index.ts';
import type { CheckedFile, FindingChange } from '../files/check-file.ts';
import type { ExplainedFile } from '../files/explain-file.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { Message } from '../files/message.ts';
import { fixCount } from './totals.ts';
import type { CheckWriter, Frame } from './writer.ts';

/** Increases when a property is removed or renamed, or means something else: docs/schemas/README.md. */
export const SCHEMA_VERSION = 1;

/** The findings of every severity, as docs/schemas/check.schema.json and check-upgrade.schema.json describe them. */
export function checkJson(): CheckWriter {
  return {
    fixes: 'titles',
    hasAll: true,
    showsChanges: true,
    namesObjects: true,
    start,
    file: (file) => entryText(file.improvements === undefined ? checkedJson(file) : upgradedJson(file)),
    between: BETWEEN,
    end: (files, frame) =>
      end(files.length, {
        ...(frame.upgradeTo === undefined ? { totals: totalsJson(files) } : {}),
        ...notesJson(frame),
      }),
  };
}

/** A file with its findings, as an entry of `files`. */
export function checkedJson({ path, findings }: Pick<CheckedFile, 'path' | 'findings'>): CheckResult['files'][number] {
  return { path, findings: findings.map(findingJson) };
}

/** What an upgrade changes in a file. */
function upgradedJson({ path, findings, improvements = [] }: CheckedFile): CheckUpgradeResult['files'][number] {
  return { path, findings: findings.map(changedJson), improvements: improvements.map(changedJson) };
}

function changedJson(found: CheckedFile['findings'][number]): ChangedFinding {
  // Every finding of an upgrade has a change.
  const { kind, since, before } = found.change as FindingChange;
  return { ...findingJson(found), change: { kind, since, before: before ?? null } };
}

function findingJson({ finding, start, end, source, fixes }: CheckedFile['findings'][number]): Finding {
  return {
    rule: finding.rule,
    effect: finding.effect,
    severity: finding.severity,
    message: finding.message,
    object: finding.object === undefined ? null : objectOf(finding.object),
    field: finding.field ?? null,
    source: source ?? null,
    certainty: finding.certainty,
    range: rangeJson(start, end),
    fixes: fixes.map(({ title, safety }) => ({ title, safety })),
  };
}

/** The verdict of each workload, as docs/schemas/explain.schema.json and explain-upgrade.schema.json describe it. */
export function explainJson(files: readonly ExplainedFile[], frame: Frame): string {
  const entries = files.map(frame.upgradeTo === undefined ? explainedJson : upgradedExplanationJson);
  return start(frame) + entries.map(entryText).join(BETWEEN) + end(entries.length, notesJson(frame));
}

/** A file with the verdicts of its workloads, as an entry of `files`. */
export function explainedJson({
  path,
  workloads,
}: Pick<ExplainedFile, 'path' | 'workloads'>): ExplainResult['files'][number] {
  return {
    path,
    workloads: workloads.map(({ object, hook, verdict, evidence, moreOnWindows }) => ({
      object: objectOf(object),
      hook,
      verdict: verdict.os,
      certainty: verdict.certainty,
      moreOnWindows,
      evidence: evidence.map(({ kind, says, field, range }) => ({
        signal: kind,
        says,
        field,
        path: range.path,
        range: rangeJson(range.start, range.end),
      })),
    })),
  };
}

function upgradedExplanationJson({ path, workloads }: ExplainedFile): ExplainUpgradeResult['files'][number] {
  const entries = explainedJson({ path, workloads }).workloads;
  return {
    path,
    workloads: workloads.flatMap(({ change }, i) => {
      const entry = entries[i];
      if (entry === undefined || change === undefined) return [];
      const { verdict, moreOnWindows } = change.before;
      const before = { verdict: verdict.os, certainty: verdict.certainty, moreOnWindows };
      return { ...entry, change: { since: change.since, before } };
    }),
  };
}

/** The properties that a result begins with. */
export function headJson({
  kubewin,
  kubernetesVersion,
  upgradeTo,
}: Pick<Frame, 'kubewin' | 'kubernetesVersion' | 'upgradeTo'>): Omit<CheckResult, 'totals' | 'files' | 'notes'> {
  return {
    schemaVersion: SCHEMA_VERSION,
    kubewin,
    kubernetesVersion,
    ...(upgradeTo === undefined ? {} : { upgradeTo }),
  };
}

// Together, these functions write the text that `JSON.stringify` would make of the whole result.

function start(frame: Frame): string {
  return `${JSON.stringify(headJson(frame), null, 2).slice(0, -'\n}'.length)},\n  "files": [`;
}

const BETWEEN = ',';

function end(count: number, others: object): string {
  const rest = JSON.stringify(others, null, 2).slice('{'.length);
  return `${count === 0 ? '' : '\n  '}],${rest}\n`;
}

function notesJson({ messages }: Frame): Pick<CheckResult, 'notes'> {
  return { notes: messages.map(noteJson) };
}

/** How many fixes the options would apply. */
export function totalsJson(files: readonly Pick<FileSummary, 'fixes'>[]): CheckResult['totals'] {
  return { safeFixes: fixCount(files, 'safe'), ineffectiveFixes: fixCount(files, 'ineffective') };
}

function entryText(entry: object): string {
  return `\n${JSON.stringify(entry, null, 2).replace(/^/gm, '    ')}`;
}

/** A message that is not a finding, as an entry of `notes`. */
export function noteJson({ path, at, message, isError }: Message): Note {
  return {
    level: isError ? 'error' : 'note',
    path: path ?? null,
    place: at === undefined ? null : placeJson(at),
    message,
  };
}

function objectOf({ kind, name, namespace }: Pick<KubeObject, 'kind' | 'name' | 'namespace'>): ObjectName {
  return { kind, name, namespace };
}

/** Lines and columns are counted from 1. */
export function placeJson({ line, character }: Position): Place {
  return { line: line + 1, column: character + 1 };
}

function rangeJson(start: Position, end: Position): Range {
  return { start: placeJson(start), end: placeJson(end) };
}
