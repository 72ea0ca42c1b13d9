import { categoryOf } from '../../lint/settings/rule-names.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import { agentCommand } from './agent-command.ts';
import { textsOfRule } from './rule-texts.ts';
import type { CheckWriter, Frame } from './writer.ts';

/** Inspections: https://www.jetbrains.com/help/teamcity/service-messages.html, "Reporting Inspections". */
export function checkTeamcity(): CheckWriter {
  const defined = new Set<string>();
  let ownRules: Frame['ownRules'] = [];
  return {
    fixes: 'none',
    isList: true,
    start(frame) {
      ownRules = frame.ownRules;
      return '';
    },
    file: ({ relativePath, findings }) =>
      findings.map(({ start, finding: { severity, message, rule } }) =>
        agentCommand('teamcity', 'inspection', {
          typeId: rule,
          message: message.slice(0, MAX_LENGTH),
          file: relativePath.slice(0, MAX_LENGTH),
          line: start.line + 1,
          SEVERITY: SEVERITIES[severity],
        }),
      ),
    // The type of an inspection is defined once, before the first of its instances.
    take(text) {
      const rule = /^##teamcity\[inspection typeId='([^']*)'/.exec(text)?.[1] ?? '';
      if (defined.has(rule)) return text;
      defined.add(rule);
      const { title } = textsOfRule(rule, { ownRules });
      const type = { id: rule, name: rule, description: title, category: `Kubewin: ${categoryOf(rule)}` };
      return agentCommand('teamcity', 'inspectionType', type) + text;
    },
    between: '',
    end: () => '',
  };
}

/** The longest message and path, in characters. */
const MAX_LENGTH = 4_000;

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'ERROR',
  warning: 'WARNING',
  information: 'WEAK WARNING',
  hint: 'INFO',
};
