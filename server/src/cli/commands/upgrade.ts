import { KUBERNETES_VERSIONS, type KubernetesVersion, minorOf } from '../../kubernetes/version.ts';
import { mergeSettings } from '../../lint/settings/config.ts';
import type { CheckSettings, Settings } from '../../lint/settings/settings.ts';
import type { AtRelease } from '../files/changes.ts';
import { type CheckedFile, type CheckRequest, checkFile } from '../files/check-file.ts';
import { findingChanges, upgradedFile } from '../files/check-upgrade.ts';
import { type ExplainedFile, explainFile } from '../files/explain-file.ts';
import { upgradedExplanation, workloadChanges } from '../files/explain-upgrade.ts';
import type { Input } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import { type MigratedFile, migrator } from '../files/migrate-file.ts';
import { migrationChanges, upgradedMigration } from '../files/migrate-upgrade.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import { setSettings } from '../inputs/settings.ts';

/** Why an upgrade makes no sense: no file is for an older release. Undefined if it does. */
export function upgradeFault(inputs: readonly Input[], upgradeTo: KubernetesVersion): string | undefined {
  const [newest] = inputs.map(({ settings }) => settings.kubernetesVersion).sort((a, b) => minorOf(b) - minorOf(a));
  if (newest === undefined || inputs.some((input) => isOlder(input, upgradeTo))) return undefined;
  return `\`--upgrade-to ${upgradeTo}\` must be newer than the release of today, which is ${newest}. Set that with \`--kubernetes-version\`, in \`.kubewin.yaml\`, or check the Nodes of the cluster too.`;
}

/** What is compared. */
interface Comparison<T> {
  /** Makes the function that reports on a file, once for each release. */
  reporter(): (input: Input) => T | undefined;
  /** Whether reports for two releases differ. */
  differ(reports: readonly AtRelease<T>[]): boolean;
}

/** The reports of a file, and that for the release after the upgrade. */
interface ComparedFile<T> {
  readonly input: Input;
  /** The first and the last release and, if these differ, all in between. None for a file of this release or a newer one. */
  readonly reports: readonly AtRelease<T>[];
  readonly target: T;
}

/** Reports on all files for the releases of an upgrade. The workspace has the settings after the upgrade then. */
function compareReleases<T>(
  { inputs, manifests: { workspace } }: Inputs,
  upgradeTo: KubernetesVersion,
  log: MessageLog,
  { reporter, differ }: Comparison<T>,
): readonly ComparedFile<T>[] {
  const reportAt = (release: KubernetesVersion | undefined, some: readonly Input[]) => {
    setSettings(workspace, release === undefined ? inputs : atRelease(inputs, release));
    const report = reporter();
    const reports = some.map((input, index) => {
      log.progress.show(() => `Checking for ${release ?? 'the release of today'}: ${index} of ${some.length} files`);
      return [input, log.guard(input, () => report(input))] as const;
    });
    log.progress.clear();
    return new Map(reports);
  };
  const today = reportAt(undefined, inputs);
  const target = reportAt(upgradeTo, inputs);
  const compared = inputs.flatMap((input) => {
    const [before, after] = [today.get(input), target.get(input)];
    if (after === undefined) return [];
    const reports: AtRelease<T>[] = [];
    if (before !== undefined && isOlder(input, upgradeTo)) {
      reports.push(
        { release: input.settings.kubernetesVersion, report: before },
        { release: upgradeTo, report: after },
      );
    }
    return [{ input, reports, target: after }];
  });
  const changed = compared.filter(({ reports }) => differ(reports));
  // The releases in between say since when something is as it is after the upgrade.
  for (const release of KUBERNETES_VERSIONS.filter((each) => minorOf(each) < minorOf(upgradeTo))) {
    const some = changed.filter(({ input }) => isOlder(input, release));
    if (some.length === 0) continue;
    const between = reportAt(
      release,
      some.map(({ input }) => input),
    );
    for (const { input, reports } of some) {
      const found = between.get(input);
      if (found !== undefined) reports.push({ release, report: found });
    }
  }
  setSettings(workspace, atRelease(inputs, upgradeTo));
  return compared;
}

/** What an upgrade changes in each file. Files that are for this release or a newer one have no changes. */
export function* upgradedFiles(
  read: Inputs,
  upgradeTo: KubernetesVersion,
  request: CheckRequest,
  log: MessageLog,
): Generator<CheckedFile> {
  const check = (input: Input, fixes: CheckRequest['fixes']) => checkFile(input, read.manifests, { ...request, fixes });
  const differ = (reports: readonly AtRelease<CheckedFile>[]) => findingChanges(reports).length > 0;
  const compared = compareReleases(read, upgradeTo, log, { reporter: () => (input) => check(input, 'none'), differ });
  for (const { input, reports, target } of compared) {
    // Verifying fixes takes long, so it is done only for files with changes.
    const fixed = differ(reports) ? log.guard(input, () => check(input, request.fixes)) : undefined;
    if (fixed === undefined) yield upgradedFile(reports, target);
    else {
      const last = { release: upgradeTo, report: fixed };
      yield upgradedFile([...reports.filter(({ release }) => release !== upgradeTo), last], fixed);
    }
  }
}

/** The workloads with a verdict that an upgrade changes. */
export function upgradedExplanations(read: Inputs, upgradeTo: KubernetesVersion, log: MessageLog): ExplainedFile[] {
  return compareReleases(read, upgradeTo, log, {
    reporter: () => (input) => explainFile(input, read.manifests),
    differ: (reports) => workloadChanges(reports).length > 0,
  }).map(({ reports, target }) => upgradedExplanation(reports, target));
}

/** The workloads whose migration an upgrade changes. */
export function upgradedMigrations(read: Inputs, upgradeTo: KubernetesVersion, log: MessageLog): MigratedFile[] {
  return compareReleases(read, upgradeTo, log, {
    reporter: () => migrator(read.manifests),
    differ: (reports) => migrationChanges(reports).length > 0,
  }).map(({ reports, target }) => upgradedMigration(reports, target));
}

function isOlder({ settings }: Input, release: KubernetesVersion): boolean {
  return minorOf(settings.kubernetesVersion) < minorOf(release);
}

/** Inputs with the settings for a release, if they are for an older one. Those that share settings share them afterwards too. */
function atRelease(inputs: readonly Input[], release: KubernetesVersion): readonly Input[] {
  const known = new Map<Settings, CheckSettings>();
  return inputs.map((input) => {
    if (!isOlder(input, release)) return input;
    const settings = known.get(input.settings) ?? settingsAt(input.settings, release);
    known.set(input.settings, settings);
    return { ...input, settings };
  });
}

/**
 * The runtime follows from the release where it does today. Otherwise it stays, unless the release does not support containerd 1
 * anymore.
 */
function settingsAt(settings: CheckSettings, release: KubernetesVersion): CheckSettings {
  const today = settings.containerRuntime;
  const usual = (kubernetesVersion: KubernetesVersion) =>
    mergeSettings({ ...settings, kubernetesVersion, containerRuntime: 'auto' }).containerRuntime;
  const then = usual(release);
  const isReplaced = today === usual(settings.kubernetesVersion) || (today !== 'docker' && then === 'containerd-2');
  return { ...settings, kubernetesVersion: release, containerRuntime: isReplaced ? then : today };
}
