import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckedFile, Outline, Wanted } from '../files/check-file.ts';
import type { Note } from '../files/file-summary.ts';

/** How results look in a format for people. */
export interface Look {
  readonly color: boolean;
  /** Columns of the terminal; code frames are cut to it. */
  readonly width: number;
  /** The severities of findings that are told. */
  readonly shows: readonly Severity[];
  /** Those of findings that count for the exit code. */
  readonly fails: readonly Severity[];
  readonly hasBaseline: boolean;
  /** Whether findings are left out that a comment or the baseline hides. */
  readonly omitsSuppressed: boolean;
  /** Whether there is no summary. */
  readonly quiet: boolean;
  /** Whether counts by rule stand for the findings. */
  readonly statistics: boolean;
}

/** What every result contains besides the files. */
export interface Frame {
  /** The version of Kubewin. */
  readonly kubewin: string;
  readonly kubernetesVersion: KubernetesVersion;
  /** All are there when the last file is. */
  readonly notes: readonly Note[];
  /** The file that gets all findings, if there is one. */
  readonly writtenBaseline: string | undefined;
  /** What `--fix` did; undefined where it was not asked for. */
  readonly fixed: { readonly fixes: number; readonly files: number } | undefined;
}

/** Writes what was found file by file, so that none has to be kept. */
export interface CheckWriter {
  /** Whether the fixes that can be made are a part of it, and their edits: each of them has to be tried. */
  readonly fixes: Wanted['fixes'];
  /** Whether it is for programs that choose among findings of every severity. */
  readonly hasAll?: true;
  /** Whether each of its texts is a finding, so that some can be left out. */
  readonly isList?: true;
  start(frame: Frame): string;
  /** What there is to say of a file; several texts are one for each finding. Empty for nothing. */
  file(file: CheckedFile): string | readonly string[];
  /** Given each of these texts in the order of the files, where what is written depends on what is before it. */
  take?(text: string): string;
  /** What stands between two files. */
  readonly between: string;
  end(files: readonly Outline[], frame: Frame): string;
}
