import { RULES } from '../../rules/index.ts';
import { DIRECTIVES } from './directives.ts';

interface RuleTexts {
  readonly title: string;
  readonly why: string;
  readonly sources: readonly { readonly title: string; readonly url?: string }[];
}

/** The title, reason and sources of a rule, or of what is reported of directives. */
export function textsOfRule(id: string): RuleTexts {
  return RULES.find((rule) => rule.id === id) ?? DIRECTIVES[id] ?? { title: id, why: '', sources: [] };
}
