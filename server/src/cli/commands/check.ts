import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { BaselineEntry } from '../../results.ts';
import type { RunCache } from '../cache/run-cache.ts';
import { baselineText, goneFrom } from '../files/baseline.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { MessageLog } from '../files/message-log.ts';
import { CHECK_WRITERS, SYNTAX } from '../formats/formats.ts';
import { failingSeverities, shownSeverities } from '../formats/look.ts';
import type { CheckFrame } from '../formats/writer.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { CheckOptions } from '../options/check.ts';
import { ResultOutput } from '../scan/result-output.ts';
import { type ScannedFile, scan } from '../scan/scan.ts';
import { type Checking, type FileResult, fixesOf, resultOf } from '../scan/share.ts';
import type { OutputFiles } from '../terminal/output-file.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { saveRun } from './check-cache.ts';
import { formatsOf } from './check-formats.ts';
import { manifestFindings } from './diff.ts';
import { fixInputs } from './fix.ts';
import { frameOf } from './frame.ts';
import { upgradedFiles } from './upgrade.ts';

/** Fixes files if that is requested, checks them, and writes the findings while it does. */
export async function check(
  options: CheckOptions,
  read: Inputs,
  baseline: readonly BaselineEntry[],
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
  cache: RunCache | undefined,
): Promise<ExitCode> {
  const { inputs, manifests, kept } = read;
  const compared = await manifestFindings(options, read, outputs, terminal, log);
  if (compared === 'unread') return 2;
  const fixed = await fixInputs(options, read, terminal, log);
  const frameOfInputs = frameOf(options, inputs, log);
  const { kubernetesVersion, ownRules } = kept ?? frameOfInputs;
  const frame: CheckFrame = {
    ...frameOfInputs,
    kubernetesVersion,
    ownRules,
    writtenBaseline: options.writeBaseline,
    fixed,
  };

  const formats = formatsOf(options, outputs, terminal);
  const shows = shownSeverities(options);
  const limit = options.maxFindings === undefined ? undefined : { count: options.maxFindings, shows };
  const results = formats.map(
    ({ format, output, look }) => new ResultOutput(CHECK_WRITERS[format](look), output, SYNTAX[format], limit),
  );
  const checking = {
    writers: results.map(({ writer }) => writer),
    shows,
    worstFirst: limit !== undefined,
    baseline:
      options.writeBaseline === undefined ? new Set(baseline.map(({ fingerprint }) => fingerprint)) : ('all' as const),
    isInManifests: compared,
  };
  const threadOptions = {
    threads: options.threads,
    startThread: terminal.startThread,
    results: formats.map(({ format, look }) => ({ format, look })),
  };

  const { rereader } = terminal.disk;
  const scanCache = read.read && rereader && { known: read.known, rereader, snapshots: [] };
  const files: FileSummary[] = [];
  const toKeep: ScannedFile[] = [];
  for (const result of results) result.start(frame);
  const { upgradeTo } = options;
  const scanned =
    kept?.files ??
    (upgradeTo === undefined
      ? scan(inputs, manifests, checking, threadOptions, log, scanCache)
      : compareReleases(read, upgradeTo, checking, log));
  for await (const file of scanned) {
    const { summary, texts } = file;
    log.progress.clear();
    for (const message of summary.broken) log.add(message);
    for (const failed of summary.failedRules) log.failedRule(failed);
    for (const [i, result] of results.entries()) result.add(texts[i] ?? [], summary);
    files.push(summary);
    if (scanCache !== undefined && 'uri' in file) toKeep.push(file);
  }
  log.progress.clear();
  if (scanCache !== undefined) saveRun(cache, read, { kubernetesVersion, ownRules }, toKeep, scanCache.snapshots, log);

  log.noObject(files, options.failIfEmpty);
  if (options.writeBaseline === undefined) noteGoneEntries(options, baseline, files, log);
  for (const result of results) result.end(files, frame);
  const leftOut = Math.max(0, ...results.map((result) => result.leftOut));
  if (leftOut > 0) {
    const findings = leftOut === 1 ? '1 finding is' : `${leftOut} findings are`;
    terminal.stderr.write(`${findings} left out because of --max-findings.\n`);
  }
  if (options.writeBaseline !== undefined) outputs.at(options.writeBaseline)?.write(baselineText(files));

  if (log.hasErrors) return 2;
  const failing = failingSeverities(options);
  return files.some(({ findings }) => findings.some(({ severity }) => failing.includes(severity))) ? 1 : 0;
}

/** What an upgrade changes in each file, with its texts for each writer. */
function* compareReleases(
  read: Inputs,
  upgradeTo: KubernetesVersion,
  checking: Checking,
  log: MessageLog,
): Generator<FileResult> {
  for (const file of upgradedFiles(read, upgradeTo, { ...fixesOf(checking), baseline: checking.baseline }, log)) {
    yield resultOf(file, checking);
  }
}

/** Notes how many entries of the baseline no finding has any more. */
function noteGoneEntries(
  options: CheckOptions,
  baseline: readonly BaselineEntry[],
  files: readonly FileSummary[],
  log: MessageLog,
): void {
  const gone = goneFrom(baseline, files);
  if (gone === 0) return;
  const entries = gone === 1 ? '1 entry of the baseline is gone' : `${gone} entries of the baseline are gone`;
  log.note({ path: options.baseline, at: undefined, message: `${entries}; write it again with --write-baseline` });
}
