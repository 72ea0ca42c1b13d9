import type { Span } from '../../text/span.ts';
import type { Rule } from '../rule.ts';
import type { OwnRule, OwnRuleReader } from '../settings/own-rules.ts';
import type { CheckSettings } from '../settings/settings.ts';
import { type RuleSet, ruleSet } from './rule-set.ts';

/** What makes rules of definitions in `.kubewin.yaml`. It is loaded with the first one, because most workspaces have none. */
export interface OwnRuleTools {
  readonly read: OwnRuleReader;
  ruleOf(rule: OwnRule): Rule;
}

/** The condition of a rule of users cannot be evaluated. The span is in its text. */
export class OwnRuleFailure extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

let tools: OwnRuleTools | undefined;

/** Sets the code that evaluates rules of users. To be called before settings with such rules are used. */
export function setOwnRuleTools(loaded: OwnRuleTools): void {
  tools = loaded;
}

/** By the rules of users, then by those that they are added to. */
const MADE = new WeakMap<readonly OwnRule[], WeakMap<RuleSet, RuleSet>>();

/** The rules with those of users. The same for the same settings, and `rules` itself if there are none. */
export function withOwnRules(rules: RuleSet, { ownRules }: Pick<CheckSettings, 'ownRules'>): RuleSet {
  if (ownRules === undefined || tools === undefined) return rules;
  const made = MADE.get(ownRules) ?? new WeakMap<RuleSet, RuleSet>();
  MADE.set(ownRules, made);
  const all = made.get(rules) ?? ruleSet([...rules.rules, ...ownRules.map(tools.ruleOf)]);
  made.set(rules, all);
  return all;
}
