import type { Rule } from '../../server/src/lint/rule.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import { reportOf, type TextFinding, textFindings } from '../lint-text.ts';
import type { Example } from './page.ts';

/** The report on a text of an example, with the rule turned on. All rules run: the fixes of one may depend on others. */
export function reportWith(rule: Rule, text: string, { settings }: Example): FileReport {
  const rules =
    rule.offByDefault && settings.rules[rule.id] === undefined
      ? { ...settings.rules, [rule.id]: 'hint' as const }
      : settings.rules;
  return reportOf(text, { ...settings, rules });
}

/** The findings of one rule in a text of an example. */
export function findingsOf(rule: Rule, text: string, example: Example): TextFinding[] {
  return textFindings(reportWith(rule, text, example)).filter((finding) => finding.rule === rule.id);
}

/** A title or message without the names in it: texts of one kind differ only in names. */
export function withoutNames(text: string): string {
  return text.replace(/`[^`]*`|\d[\d.]*/g, '…');
}
