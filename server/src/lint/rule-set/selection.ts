import { isOff } from '../effect.ts';
import type { Rule } from '../rule.ts';
import { type NamedRule, namesOf, type RuleSelection, UNKNOWN_RULE, UNUSED } from '../settings/rule-names.ts';
import type { CheckSettings, RuleSetting } from '../settings/settings.ts';

/** Settings in which only the selected rules are on. */
export function withSelection(
  settings: CheckSettings,
  { select, ignore }: RuleSelection,
  rules: readonly Rule[],
): CheckSettings {
  if (select === undefined && ignore === undefined) return settings;
  const isIn = (names: readonly string[] = [], rule: NamedRule) => namesOf(rule).some((name) => names.includes(name));
  const own = (settings.ownRules ?? []).map(({ id, severity }) => ({ id, offByDefault: severity === 'off' }));
  const entries = [...rules, ...own, { id: UNUSED }, { id: UNKNOWN_RULE }].flatMap((rule): [string, RuleSetting][] => {
    const isNamed = select?.includes(rule.id) === true;
    const isSelected = select === undefined || isIn(select, rule);
    const isIgnored = isNamed ? ignore?.includes(rule.id) === true : isIn(ignore, rule);
    if (!isSelected || isIgnored) return [[rule.id, 'off']];
    return isNamed && isOff(rule, settings) ? [[rule.id, 'on']] : [];
  });
  return { ...settings, rules: { ...settings.rules, ...Object.fromEntries(entries) } };
}
