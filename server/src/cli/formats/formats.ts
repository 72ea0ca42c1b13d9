import type { ExplainedFile } from '../files/explain-file.ts';
import type { MigratedFile } from '../files/migrate-file.ts';
import type { ExplainFormat, Format, ReportFormat } from '../options/arguments.ts';
import { checkCompact } from './compact.ts';
import { checkGithub } from './github.ts';
import { checkGitlab } from './gitlab.ts';
import { checkJson, explainJson } from './json.ts';
import { checkJunit } from './junit.ts';
import { checkMarkdown } from './markdown.ts';
import { migrateJson, migrateMarkdown, migrateText } from './migrate.ts';
import { migrateHtml } from './migrate-html.ts';
import { checkSarif } from './sarif.ts';
import { checkText, explainText } from './text.ts';
import type { CheckWriter, Frame, Look } from './writer.ts';

/** How the findings are written in a format. */
export const CHECK_WRITERS: Readonly<Record<Format, (look: Look) => CheckWriter>> = {
  text: checkText,
  json: checkJson,
  compact: checkCompact,
  github: checkGithub,
  gitlab: checkGitlab,
  junit: checkJunit,
  markdown: checkMarkdown,
  sarif: checkSarif,
};

/** How the verdicts are. */
export const EXPLAIN_WRITERS: Readonly<
  Record<ExplainFormat, (files: readonly ExplainedFile[], frame: Frame, look: Look) => string>
> = {
  text: (files, _, look) => explainText(files, look),
  json: explainJson,
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
