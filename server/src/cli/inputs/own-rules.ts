import { type OwnRuleTools, setOwnRuleTools } from '../../lint/rule-set/own-rules.ts';
import { RULES } from '../../rules/index.ts';
import type { ConfigRules } from '../../workspace/config-files.ts';

/** Loads what rules of users need. */
export async function loadOwnRules(): Promise<OwnRuleTools> {
  const { ownRuleTools } = await import('../../own-rules/own-rules.ts');
  setOwnRuleTools(ownRuleTools);
  return ownRuleTools;
}

/** The rules that configuration files name, and what reads those that they define. */
export const CONFIG_RULES: ConfigRules = {
  rules: RULES,
  loadRuleReader: async () => (await loadOwnRules()).read,
};
