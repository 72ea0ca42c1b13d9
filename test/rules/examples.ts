import type { Rule } from '../../server/src/lint/rule.ts';
import { lintText, type TextFinding } from '../lint-text.ts';
import type { Example } from './page.ts';

/** The findings of one rule in a text; all rules are asked, for the fixes of one may rest on what others say. */
export function findingsOf(rule: Rule, text: string, { settings }: Example): TextFinding[] {
  // A rule that is off by default is turned on for its own examples.
  const rules =
    rule.offByDefault && settings.rules[rule.id] === undefined
      ? { ...settings.rules, [rule.id]: 'hint' as const }
      : settings.rules;
  return lintText(text, { ...settings, rules }).filter((finding) => finding.rule === rule.id);
}

/** A title or message without what it names: those of one kind differ in that alone. */
export function withoutNames(text: string): string {
  return text.replace(/`[^`]*`|\d[\d.]*/g, '…');
}
