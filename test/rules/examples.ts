import type { Effect, Example, Rule } from '../../server/src/lint/rule.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings.ts';
import { lintText, type TextFinding } from '../lint-text.ts';

/** What a marker says: where the rule speaks and with which effect. */
export interface Expected {
  readonly start: number;
  /** Undefined where the marker points at column 0 and cannot show where the span ends. */
  readonly end: number | undefined;
  readonly effect: string;
}

/**
 * Takes the markers out of a manifest. `#   ^^^ ignored` stands for a finding on what is above the carets,
 * `#<-- ignored` for one that begins in column 0 of the line above.
 */
export function readMarkers(marked: string): { text: string; expected: Expected[] } {
  const kept: string[] = [];
  const expected: Expected[] = [];
  let lineStart = 0;
  for (const line of marked.split('\n')) {
    const match = /^#( *)(\^+|<--) (\w+)$/.exec(line);
    if (match === null) {
      lineStart = kept.reduce((sum, one) => sum + one.length + 1, 0);
      kept.push(line);
      continue;
    }
    const [, blanks = '', arrow = '', effect = ''] = match;
    const start = arrow === '<--' ? lineStart : lineStart + 1 + blanks.length;
    expected.push({ start, end: arrow === '<--' ? undefined : start + arrow.length, effect });
  }
  return { text: kept.join('\n'), expected };
}

export function exampleSettings(example: Example): Settings {
  const version = example.version === undefined ? {} : { kubernetesVersion: example.version };
  return { ...DEFAULT_SETTINGS, ...version, ...example.settings };
}

/** The findings of one rule in an example; all rules are asked, for the fixes of one may rest on what others say. */
export function findingsOf(rule: Rule, text: string, example: Example): TextFinding[] {
  const settings = exampleSettings(example);
  // A rule that is off by default is turned on for its own examples.
  const rules =
    rule.offByDefault && settings.rules[rule.id] === undefined
      ? { ...settings.rules, [rule.id]: 'hint' as const }
      : settings.rules;
  return lintText(text, { ...settings, rules }).filter((finding) => finding.rule === rule.id);
}

/** Where a finding is and what it says, to compare with markers. */
export function shown(finding: TextFinding): { start: number; end: number; effect: Effect } {
  return { start: finding.at.start + finding.offset, end: finding.at.end + finding.offset, effect: finding.effect };
}
