import type { ExplainedFile } from '../files/explain-file.ts';
import type { ImagesOfFile } from '../files/images-of-file.ts';
import type { MigratedFile } from '../files/migrate-file.ts';
import type { CheckFormat } from '../options/check.ts';
import type { ExplainFormat } from '../options/explain.ts';
import type { ImagesFormat } from '../options/images.ts';
import type { MigrateFormat } from '../options/migrate.ts';
import type { Syntax } from '../terminal/agent-commands.ts';
import { checkAzure } from './azure.ts';
import { checkCheckstyle } from './checkstyle.ts';
import { checkCompact } from './compact.ts';
import { checkGithub } from './github.ts';
import { checkGitlab } from './gitlab.ts';
import { imagesJson, imagesMarkdown, imagesText } from './images.ts';
import { checkJson, explainJson } from './json.ts';
import { checkJunit } from './junit.ts';
import { checkMarkdown } from './markdown.ts';
import { migrateJson, migrateMarkdown, migrateText } from './migrate.ts';
import { migrateHtml } from './migrate-html.ts';
import { checkRdjson } from './rdjson.ts';
import { checkSarif } from './sarif.ts';
import { checkSonar } from './sonar.ts';
import { checkTeamcity } from './teamcity.ts';
import { checkText } from './text.ts';
import { explainText } from './text-explain.ts';
import type { CheckLook, CheckWriter, ReportWriter } from './writer.ts';

export const CHECK_WRITERS: Readonly<Record<CheckFormat, (look: CheckLook) => CheckWriter>> = {
  text: checkText,
  json: checkJson,
  azure: checkAzure,
  checkstyle: checkCheckstyle,
  compact: checkCompact,
  github: checkGithub,
  gitlab: checkGitlab,
  junit: checkJunit,
  markdown: checkMarkdown,
  rdjson: checkRdjson,
  sarif: checkSarif,
  sonar: checkSonar,
  teamcity: checkTeamcity,
};

export const EXPLAIN_WRITERS: Readonly<Record<ExplainFormat, ReportWriter<ExplainedFile>>> = {
  text: explainText,
  json: explainJson,
};

export const MIGRATE_WRITERS: Readonly<Record<MigrateFormat, ReportWriter<MigratedFile>>> = {
  text: migrateText,
  markdown: migrateMarkdown,
  json: migrateJson,
  html: migrateHtml,
};

export const IMAGES_WRITERS: Readonly<Record<ImagesFormat, ReportWriter<ImagesOfFile>>> = {
  text: imagesText,
  json: imagesJson,
  markdown: imagesMarkdown,
};

/** What the output of each format is. */
export const SYNTAX: Readonly<Record<CheckFormat | ExplainFormat | MigrateFormat | ImagesFormat, Syntax>> = {
  text: 'text',
  json: 'json',
  azure: 'commands',
  checkstyle: 'xml',
  compact: 'text',
  github: 'commands',
  gitlab: 'json',
  html: 'xml',
  junit: 'xml',
  markdown: 'text',
  rdjson: 'json',
  sarif: 'json',
  sonar: 'json',
  teamcity: 'commands',
};
