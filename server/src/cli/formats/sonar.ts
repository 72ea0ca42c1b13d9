import { firstParagraph } from '../../lint/pages/first-paragraph.ts';
import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckedFinding } from '../files/check-file.ts';
import type { FileSummary } from '../files/file-summary.ts';
import { jsonList } from './json-list.ts';
import { textsOfRule } from './rule-texts.ts';
import type { CheckLook, CheckWriter, Frame } from './writer.ts';

/** Issues for SonarQube: https://docs.sonarsource.com/sonarqube-server/, "Generic issue import format". */
export function checkSonar({ shows }: CheckLook): CheckWriter {
  return jsonList(
    '{"issues":[',
    (found, { relativePath }) => ({
      ruleId: found.finding.rule,
      primaryLocation: { message: found.finding.message, filePath: relativePath, textRange: rangeOf(found) },
    }),
    (files, frame) => `\n],"rules":${JSON.stringify(rulesOf(files, shows, frame), null, 2)}}\n`,
  );
}

/** Lines from 1, and columns from 0. An empty range would stop the import. */
function rangeOf({ start, end, span }: CheckedFinding) {
  if (span.start === span.end) return { startLine: start.line + 1 };
  return {
    startLine: start.line + 1,
    endLine: end.line + 1,
    startColumn: start.character,
    endColumn: end.character,
  };
}

/** The rules of the findings. Issues have no severity of their own, so a rule has that of its worst finding. */
function rulesOf(files: readonly FileSummary[], shows: readonly Severity[], frame: Frame) {
  const findings = files.flatMap((file) => file.findings);
  const worst = new Map<string, Severity>();
  for (const severity of WORST_FIRST.filter((one) => shows.includes(one)).reverse()) {
    for (const finding of findings) if (finding.severity === severity) worst.set(finding.rule, severity);
  }
  return [...worst].map(([id, severity]) => ({
    id,
    name: textsOfRule(id, frame).title,
    description: firstParagraph(textsOfRule(id, frame).why),
    engineId: 'kubewin',
    cleanCodeAttribute: 'LOGICAL',
    type: 'BUG',
    severity: SEVERITIES[severity].standard,
    impacts: [{ softwareQuality: 'RELIABILITY', severity: SEVERITIES[severity].impact }],
  }));
}

/** By severity, in the two modes of SonarQube. */
const SEVERITIES: Readonly<Record<Severity, { readonly standard: string; readonly impact: string }>> = {
  error: { standard: 'CRITICAL', impact: 'HIGH' },
  warning: { standard: 'MAJOR', impact: 'MEDIUM' },
  information: { standard: 'MINOR', impact: 'LOW' },
  hint: { standard: 'INFO', impact: 'LOW' },
};
