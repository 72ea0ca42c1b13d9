import type { ExplainedFile } from './explain.ts';
import { checkJson, explainJson } from './format-json.ts';
import { migrateJson, migrateMarkdown, migrateText } from './format-migrate.ts';
import { migrateHtml } from './format-migrate-html.ts';
import { checkText, explainText } from './format-text.ts';
import type { MigratedFile } from './migrate.ts';
import type { Format, ReportFormat } from './options.ts';
import type { CheckWriter, Frame, Look } from './writer.ts';

/** How the results of the commands are written in a format. */
interface Writers {
  check(look: Look): CheckWriter;
  explain(files: readonly ExplainedFile[], frame: Frame, look: Look): string;
}

/** Every format that can be asked for. */
export const WRITERS: Readonly<Record<Format, Writers>> = {
  text: { check: checkText, explain: (files, _, look) => explainText(files, look) },
  json: { check: checkJson, explain: explainJson },
};

/** How `migrate` writes its result. */
export const REPORT_WRITERS: Readonly<
  Record<ReportFormat, (files: readonly MigratedFile[], frame: Frame, look: Look) => string>
> = {
  text: (files, _, look) => migrateText(files, look),
  markdown: migrateMarkdown,
  json: migrateJson,
  html: migrateHtml,
};
