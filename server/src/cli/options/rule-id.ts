import { ruleNames } from '../../lint/settings/rule-names.ts';
import { RULES } from '../../rules/index.ts';
import { didYouMean } from '../../text/nearest.ts';

/** The ID of a rule that an argument names by its ID, its code or a former ID, or a fault that says why there is none. */
export function readRuleId(name: string): { readonly id: string } | { readonly fault: string } {
  const known = ruleNames(RULES);
  const id = known.idInAnyCase(name);
  if (id !== undefined) return { id };
  if (known.has(name)) {
    return { fault: `\`${name}\` is a category, not a rule. \`kubewin rules\` lists the rules of each category.` };
  }
  // Without a category, the argument may be the name of a rule.
  const named = RULES.find((rule) => rule.id.endsWith(`/${name}`));
  const ids = RULES.flatMap((rule) => [rule.id, ...(rule.formerIds ?? [])]);
  const suggestion = named === undefined ? didYouMean(name, ids) : ` Did you mean \`${named.id}\`?`;
  return { fault: `There is no rule \`${name}\`.${suggestion}` };
}
