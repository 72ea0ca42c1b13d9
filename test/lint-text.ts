import { chartTools } from '../server/src/lint/charts/chart-tools.ts';
import type { Finding } from '../server/src/lint/finding.ts';
import { noteSet } from '../server/src/lint/note.ts';
import { type RuleSet, ruleSet } from '../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS, type Settings } from '../server/src/lint/settings/settings.ts';
import { NOTES } from '../server/src/notes/index.ts';
import { RULES } from '../server/src/rules/index.ts';
import type { FileReport } from '../server/src/workspace/report.ts';
import { Workspace } from '../server/src/workspace/workspace.ts';

/** A finding with the offset of its document in the file. */
export type TextFinding = Finding & { readonly offset: number };

export const ALL_RULES = ruleSet(RULES);
export const ALL_NOTES = noteSet(NOTES);

/** A workspace in which a rule that throws fails the test. */
export function testWorkspace(rules: RuleSet = ALL_RULES): Workspace {
  const workspace = new Workspace(rules, (_, error) => {
    throw error;
  });
  workspace.charts.tools = chartTools;
  return workspace;
}

export function reportOf(text: string, settings: Settings = DEFAULT_SETTINGS, rules: RuleSet = ALL_RULES): FileReport {
  const workspace = testWorkspace(rules);
  workspace.setSettings('', settings);
  workspace.open('file:///test.yaml', text, 1);
  const report = workspace.report('file:///test.yaml');
  if (report === undefined) throw new Error('an open file has a report');
  return report;
}

/** All findings in a text that is the only file of its workspace. */
export function lintText(
  text: string,
  settings: Settings = DEFAULT_SETTINGS,
  rules: RuleSet = ALL_RULES,
): TextFinding[] {
  return textFindings(reportOf(text, settings, rules));
}

export function textFindings({ documents }: FileReport): TextFinding[] {
  return documents.flatMap(({ start, findings }) => findings.map((finding) => ({ ...finding, offset: start })));
}
