import type { MessageLog } from '../files/message-log.ts';
import { migratedOnce, migrator } from '../files/migrate-file.ts';
import { MIGRATE_WRITERS } from '../formats/formats.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { MigrateOptions } from '../options/migrate.ts';
import type { OutputFiles } from '../terminal/output-file.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { reportFiles, writeReport } from './report.ts';
import { upgradedMigrations } from './upgrade.ts';

/** Writes what workloads that are not for Windows need to run on Windows nodes. */
export function migrate(
  options: MigrateOptions,
  read: Inputs,
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
): ExitCode {
  const { inputs, manifests } = read;
  const files =
    options.upgradeTo === undefined
      ? reportFiles(inputs, 'Assessing', log, migrator(manifests))
      : upgradedMigrations(read, options.upgradeTo, log);
  return writeReport(options, MIGRATE_WRITERS, inputs, migratedOnce(files), outputs, terminal, log);
}
