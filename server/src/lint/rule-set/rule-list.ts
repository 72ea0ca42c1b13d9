import { t } from '../../text/localize.ts';
import { isOff, severityOf, userSeverity } from '../effect.ts';
import type { Rule } from '../rule.ts';
import type { Settings, Severity } from '../settings/settings.ts';

/** A rule as a list shows it. */
export interface ListedRule {
  readonly id: string;
  /** Rules of users do not have one. */
  readonly code?: string | undefined;
  readonly title: string;
  readonly state: Severity | 'off';
}

/** The rules in their order, each with its highest severity under the settings. */
export function listedRules(rules: readonly Rule[], settings: Settings): readonly ListedRule[] {
  return rules.map((rule) => ({
    id: rule.id,
    code: rule.code,
    title: t(rule.title),
    state: isOff(rule, settings) ? 'off' : (userSeverity(rule, settings) ?? worstOf(rule)),
  }));
}

function worstOf({ outcomes }: Rule): Severity {
  const found = new Set(outcomes.map(severityOf));
  return WORST_FIRST.find((severity) => found.has(severity)) ?? 'hint';
}

export const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'information', 'hint'];
