import type { ExplainedFile } from './explain.ts';
import { checkCompact } from './format-compact.ts';
import { checkGithub } from './format-github.ts';
import { checkGitlab } from './format-gitlab.ts';
import { checkJson, explainJson } from './format-json.ts';
import { checkJunit } from './format-junit.ts';
import { checkMarkdown } from './format-markdown.ts';
import { migrateJson, migrateMarkdown, migrateText } from './format-migrate.ts';
import { migrateHtml } from './format-migrate-html.ts';
import { checkSarif } from './format-sarif.ts';
import { checkText, explainText } from './format-text.ts';
import type { MigratedFile } from './migrate.ts';
import type { ExplainFormat, Format, ReportFormat } from './options.ts';
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
