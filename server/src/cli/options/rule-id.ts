import { mayBeOwn } from '../../lint/settings/own-rules.ts';
import { ruleNames } from '../../lint/settings/rule-names.ts';
import { RULES } from '../../rules/index.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { GivenOptions } from './given-options.ts';

export const RULE_NAMES = ruleNames(RULES);

/** The ID of a rule that an argument names by its ID, its code or a former ID, or a fault that says why there is none. */
export function readRuleId(name: string): { readonly id: string } | { readonly fault: string } {
  const id = RULE_NAMES.idInAnyCase(name);
  if (id !== undefined) return { id };
  if (RULE_NAMES.has(name)) {
    return { fault: `\`${name}\` is a category, not a rule. \`kubewin rules\` lists the rules of each category.` };
  }
  // Without a category, the argument may be the name of a rule.
  const named = RULES.find((rule) => rule.id.endsWith(`/${name}`));
  const ids = RULES.flatMap((rule) => [rule.id, ...(rule.formerIds ?? [])]);
  const suggestion = named === undefined ? didYouMean(name, ids) : ` Did you mean \`${named.id}\`?`;
  return { fault: `There is no rule \`${name}\`.${suggestion}` };
}

/** The current IDs and categories in a list of names; undefined if the option is not given. */
export function readRuleNames(option: string, given: GivenOptions): readonly string[] | undefined {
  const words = given.all(option)?.flatMap((value) => value.split(','));
  for (const word of words ?? []) {
    if (RULE_NAMES.idInAnyCase(word) !== undefined || RULE_NAMES.has(word) || mayBeOwn(word)) continue;
    given.fault(`There is no rule and no category \`${word}\`.${didYouMean(word, RULE_NAMES.all)}`);
  }
  return words?.map((word) => RULE_NAMES.idInAnyCase(word) ?? word);
}
