import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { OwnRule } from '../../lint/settings/own-rules.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckedFile, CheckRequest } from '../files/check-file.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { Message } from '../files/message.ts';
import type { CheckOptions } from '../options/check.ts';

/** How a result looks in a format for people. */
export interface Look {
  readonly color: boolean;
  /** Columns of the terminal; code frames are cut to it. */
  readonly width: number;
}

/** How findings look, and which of them are shown. */
export interface CheckLook extends Look {
  /** The severities of the findings that are shown. */
  readonly shows: readonly Severity[];
  /** The severities of the findings that count for the exit code. */
  readonly fails: readonly Severity[];
  readonly hasBaseline: boolean;
  /** Whether findings that a comment suppresses or that the baseline contains are left out. */
  readonly omitsSuppressed: boolean;
  /** Whether there is no summary. */
  readonly quiet: boolean;
  /** Whether counts by rule replace the findings. */
  readonly statistics: boolean;
  /** The cluster that is checked, so that there are no files. */
  readonly cluster: CheckOptions['cluster'];
  /** Whether Azure Pipelines is told the result of its task. */
  readonly setsTaskResult: boolean;
}

/** What a result contains besides the files. */
export interface Frame {
  /** The version of Kubewin. */
  readonly kubewin: string;
  readonly kubernetesVersion: KubernetesVersion;
  /** What was read, for people. */
  readonly name: string;
  /** The release with which that one is compared; undefined if only one release is checked. */
  readonly upgradeTo: KubernetesVersion | undefined;
  /** The rules that configuration files define. */
  readonly ownRules: readonly OwnRule[];
  /** It is complete when the last file was checked. */
  readonly messages: readonly Message[];
}

export interface CheckFrame extends Frame {
  /** The path of the new baseline, if one is written. */
  readonly writtenBaseline: string | undefined;
  /** The fixes that `--fix` applied; undefined without this option. */
  readonly fixed: { readonly fixes: number; readonly files: number } | undefined;
}

/** Writes findings file by file, so that no file has to be kept. */
export interface CheckWriter {
  /** Whether the format shows fixes, and their edits: each fix has to be verified. */
  readonly fixes: CheckRequest['fixes'];
  /** Whether it is for programs, which choose among findings of every severity. */
  readonly hasAll?: true;
  /** Whether each of its texts is a finding, so that some can be left out. */
  readonly isList?: true;
  /** Whether it shows by itself how an upgrade changes findings. For other formats, messages say it. */
  readonly showsChanges?: true;
  /** Whether it names the object of a finding. For other formats, messages do if there is no file. */
  readonly namesObjects?: boolean;
  start(frame: CheckFrame): string;
  /** The text of a file, or one text for each finding. An empty text is not written. */
  file(file: CheckedFile): string | readonly string[];
  /**
   * Called for each of these texts in the order of the files, and returns the text to write. It is for formats in which a
   * text depends on those before it: threads call `file` for different files.
   */
  take?(text: string): string;
  /** The text between two files. */
  readonly between: string;
  end(files: readonly FileSummary[], frame: CheckFrame): string;
}

/** Writes a result of which all files are known. */
export type ReportWriter<T> = (files: readonly T[], frame: Frame, look: Look) => string;
