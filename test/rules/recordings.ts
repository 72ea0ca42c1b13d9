import { apiPath } from '../../server/src/lint/finding.ts';
import type { Rule } from '../../server/src/lint/rule.ts';
import { RULES } from '../../server/src/rules/index.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import { fieldAround } from '../../server/src/yaml/read/locate.ts';
import { type TextFinding, textFindings } from '../lint-text.ts';
import { reportWith, withoutNames } from './examples.ts';
import { type Example, pageOf } from './page.ts';

const reports = new Map<Example, FileReport>();

/** The cached report on an example: several generated files need it. */
function reportOn(rule: Rule, example: Example): FileReport {
  const report = reports.get(example) ?? reportWith(rule, example.text, example);
  reports.set(example, report);
  return report;
}

/** The examples with findings. */
function badExamples(rule: Rule): Example[] {
  return pageOf(rule.id).examples.filter(({ kind }) => kind === 'bad');
}

/** The findings of a rule in one of its examples. */
export function findingsIn(rule: Rule, example: Example): TextFinding[] {
  return textFindings(reportOn(rule, example)).filter((finding) => finding.rule === rule.id);
}

/** `test/rules/fields.txt`: the fields that findings in the examples name where they point at another one. */
export function fieldsRecording(): string {
  const lines = RULES.flatMap((rule) => {
    const named = badExamples(rule).flatMap((example) => {
      const { documents } = reportOn(rule, example);
      return findingsIn(rule, example).flatMap(({ at, offset, field }) => {
        const document = documents.find(({ start }) => start === offset)?.report.document;
        const shown = document && fieldAround(document, at);
        return field === apiPath(shown?.path ?? []) ? [] : `${rule.id}: ${field?.replace(/\[\d+\]/g, '[*]')}\n`;
      });
    });
    return [...new Set(named)].sort();
  });
  return lines.join('');
}

/** `test/rules/fix-order.txt`: the fixes of the examples in the order in which they are offered, with their safety. */
export function fixOrderRecording(): string {
  return RULES.flatMap(fixOrdersOf)
    .map((line) => `${line}\n`)
    .join('');
}

/** The fixes that the findings in the examples of a rule offer, a line for each order of fixes. */
export function fixOrdersOf(rule: Rule): string[] {
  const findings = badExamples(rule).flatMap((example) => findingsIn(rule, example));
  const orders = findings.map(({ fixes }) => fixes.map(({ title, safety }) => `${withoutNames(title)} (${safety})`));
  return [...new Set(orders.map((fixes) => `${rule.id}: ${fixes.join(', ') || 'none'}`))].sort();
}
