import { SnapshotList } from '../../cache/snapshot-list.ts';
import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { Rereader } from '../../workspace/file-text.ts';
import type { PodFacts } from '../../workspace/scan.ts';
import {
  type Baseline,
  type CheckedFile,
  type CheckedFinding,
  type CheckRequest,
  checkFile,
  summaryOf,
} from '../files/check-file.ts';
import { withChangeInMessage } from '../files/check-upgrade.ts';
import { type FileSummary, nameOf } from '../files/file-summary.ts';
import { type Input, type Manifests, urisOf } from '../files/input.ts';
import type { CheckWriter } from '../formats/writer.ts';
import { STDIN_PATH } from '../options/manifests.ts';

/** How files are checked. */
export interface Checking extends Pick<CheckRequest, 'isInManifests'> {
  /** Each of them writes all files. */
  readonly writers: readonly CheckWriter[];
  /** The severities of the findings that are shown. */
  readonly shows: readonly Severity[];
  readonly baseline: Baseline;
  /** Whether lists have the worst findings of a file first. */
  readonly worstFirst: boolean;
}

/** Bugs are reported here. A bug in one file must not lose the findings of the others. */
export interface BugLog {
  crash(input: Input, error: unknown): void;
  ruleError(rule: string, error: unknown): void;
}

/** The result of checking a file. It can be sent between threads. */
export interface ScanResult {
  /** Undefined if the file could not be checked. */
  readonly summary: FileSummary | undefined;
  /** The texts of the file, for each writer. */
  readonly texts: readonly (readonly string[])[];
  /** The paths of other files that the texts have places in. */
  readonly others: readonly string[];
  /** Whether the pods of other files can no longer change it. */
  readonly isFinal: boolean;
}

/** The result of a file that could be checked. */
export interface FileResult extends Omit<ScanResult, 'isFinal'> {
  readonly summary: FileSummary;
}

/** The files that one of several threads checks. */
export function shareOf<T>(files: readonly T[], thread: number, threads: number): readonly T[] {
  return files.filter((_, index) => index % threads === thread);
}

/** Checks the files of one thread: first each by itself, then again with the pods of all others where these matter. */
export class Share {
  readonly #files: readonly Input[];
  readonly #manifests: Manifests;
  readonly #checking: Checking;
  readonly #bugs: BugLog;
  readonly #known: ReadonlyMap<string, FileResult>;
  /** The results that are not final. */
  readonly #open = new Map<Input, ScanResult>();

  /** `known` are results by URIs, which may be current. */
  constructor(
    files: readonly Input[],
    manifests: Manifests,
    checking: Checking,
    bugs: BugLog,
    known: ReadonlyMap<string, FileResult> = new Map(),
  ) {
    this.#files = files;
    this.#manifests = manifests;
    this.#checking = checking;
    this.#bugs = bugs;
    this.#known = known;
    const { fixes, fixable } = fixesOf(checking);
    manifests.workspace.setFixable(fixes === 'none' ? [] : fixable);
  }

  /** Checks each file with the pods that are known so far. */
  *first(): Generator<[Input, ScanResult]> {
    const { workspace } = this.#manifests;
    workspace.startScan();
    for (const input of this.#files) {
      const known = this.#known.get(input.uri);
      if (known !== undefined) {
        const result = { ...known, isFinal: false };
        this.#open.set(input, result);
        yield [input, result];
        continue;
      }
      if (!this.#manifests.thorough && urisOf(input).every((uri) => workspace.waitsForPods(uri))) {
        this.#open.set(input, NOT_CHECKED);
        yield [input, NOT_CHECKED];
        continue;
      }
      const checked = this.#check(input);
      // A file that could not be checked is not checked again.
      const isFinal = checked.summary === undefined || urisOf(input).every((uri) => workspace.isFinal(uri));
      const result = { ...checked, isFinal };
      if (!isFinal) this.#open.set(input, result);
      yield [input, result];
    }
  }

  /** The pods of all files, for other threads. */
  pods(): PodFacts {
    return this.#files.flatMap(urisOf).map((uri) => [uri, this.#manifests.workspace.podsOf(uri)] as const);
  }

  /** The final results of files whose result was not final. They are checked again if other pods change the result. */
  *last(others: PodFacts): Generator<[Input, ScanResult]> {
    const { workspace } = this.#manifests;
    for (const [uri, pods] of others) workspace.takePods(uri, pods);
    workspace.endScan();
    for (const [input, result] of this.#open) {
      const isCurrent = result.summary !== undefined && urisOf(input).every((uri) => workspace.isCurrent(uri));
      yield [input, { ...(isCurrent ? result : this.#check(input)), isFinal: true }];
    }
  }

  /** The snapshots of the files, as JSON. To be called at the end. */
  snapshots(rereader: Rereader): string {
    const list = new SnapshotList(this.#manifests.workspace, '', rereader);
    for (const { uri, cut } of this.#files) if (cut === undefined) list.add(uri);
    return String(list);
  }

  #check(input: Input): Omit<ScanResult, 'isFinal'> {
    const { baseline, isInManifests } = this.#checking;
    try {
      const checked = checkFile(input, this.#manifests, { ...fixesOf(this.#checking), baseline, isInManifests });
      return checked === undefined ? NO_RESULT : resultOf(checked, this.#checking);
    } catch (error) {
      this.#bugs.crash(input, error);
      return NO_RESULT;
    }
  }
}

const NO_RESULT = { summary: undefined, texts: [], others: [] };
const NOT_CHECKED: ScanResult = { ...NO_RESULT, isFinal: false };

/** The most that any of the writers needs. */
export function fixesOf({ writers, shows }: Checking): Pick<CheckRequest, 'fixes' | 'fixable'> {
  const fixes =
    (['edits', 'titles'] as const).find((most) => writers.some((writer) => writer.fixes === most)) ?? 'none';
  return { fixes, fixable: writers.some(({ hasAll }) => hasAll) ? WORST_FIRST : shows };
}

/** Writes a file with each writer. */
export function resultOf(file: CheckedFile, { writers, shows, worstFirst }: Checking): FileResult {
  const isShown = ({ finding }: CheckedFinding) => shows.includes(finding.severity);
  const shown = {
    ...file,
    findings: file.findings.filter(isShown),
    suppressed: file.suppressed.filter(({ finding }) => isShown(finding)),
    known: file.known.filter(isShown),
    ...(file.improvements === undefined ? {} : { improvements: file.improvements.filter(isShown) }),
  };
  const texts = writers.map((writer) => {
    const content = writer.hasAll ? file : shown;
    const changed = writer.showsChanges ? content : withChangesInMessages(content);
    const written = writer.namesObjects ? changed : withObjectsInMessages(changed);
    const parts = worstFirst && writer.isList ? bySeverity(written, shows) : [written];
    return parts.flatMap((part) => writer.file(part));
  });
  const findings = [...file.findings, ...file.suppressed.map(({ finding }) => finding), ...file.known];
  const others = new Set(findings.flatMap(({ related }) => related.map(({ path }) => path)));
  others.delete(file.path);
  return { summary: summaryOf(file), texts, others: [...others] };
}

/** A file with the findings of each severity, and with its improvements. */
function bySeverity({ improvements = [], ...file }: CheckedFile, shows: readonly Severity[]): CheckedFile[] {
  const ofEach = shows.map((shown) => file.findings.filter(({ finding }) => finding.severity === shown));
  return [...ofEach.map((findings) => ({ ...file, findings })), { ...file, findings: [], improvements }];
}

function withChangesInMessages({ improvements, ...file }: CheckedFile): CheckedFile {
  if (improvements === undefined) return file;
  const texts = (findings: readonly CheckedFinding[]) => findings.map(withChangeInMessage);
  return { ...file, findings: texts(file.findings), improvements: texts(improvements) };
}

/** Lines of a stream cannot be looked up, so its findings name their objects. */
function withObjectsInMessages(file: CheckedFile): CheckedFile {
  if (file.path !== STDIN_PATH) return file;
  const findings = file.findings.map((found): CheckedFinding => {
    const { object, message } = found.finding;
    return object === undefined
      ? found
      : { ...found, finding: { ...found.finding, message: `${nameOf(object)}: ${message}` } };
  });
  return { ...file, findings };
}
