import type { RawSettings } from '../../lint/settings/config.ts';
import { namesOf, ruleNames } from '../../lint/settings/rule-names.ts';
import { list } from '../../lint/settings/setting-faults.ts';
import { ACTIONS, type Action } from '../../policy/policies.ts';
import { RULES } from '../../rules/index.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { GivenOptions } from './given-options.ts';
import type { Option } from './option.ts';
import { type ConfigChoice, readConfigChoice, readSettingOptions } from './settings.ts';

/** The options of `policy`. */
export interface PolicyOptions {
  readonly command: 'policy';
  readonly action: Action;
  /** Ids and categories; undefined for all. */
  readonly rules: readonly string[] | undefined;
  readonly config: ConfigChoice;
  readonly settings: RawSettings;
}

export const POLICY_OPTIONS: readonly Option[] = [
  { name: 'format', value: 'yaml', values: ['yaml'], only: 'policy', description: 'Output format (default: yaml).' },
  {
    name: 'action',
    value: ACTIONS.join('|'),
    only: 'policy',
    description:
      'What the API server does with an object that a rule applies to (default: warn): show a warning, reject the object, or note it in the audit log.',
  },
  {
    name: 'rules',
    value: 'rule,…',
    values: [...new Set(RULES.flatMap((rule) => namesOf(rule).filter((name) => name !== rule.code)))],
    repeatable: true,
    only: 'policy',
    description:
      'Only these rules and categories (default: all whose severity is error or warning). A rule that is named itself counts with any severity.',
  },
];

/** Reads the options of `policy`. */
export function readPolicyOptions(words: readonly string[], given: GivenOptions): PolicyOptions {
  for (const word of words) given.fault(`\`policy\` does not take the argument \`${word}\`.`);
  const format = given.last('format') ?? 'yaml';
  if (format !== 'yaml') given.invalid('format', format, 'It must be `yaml`.');
  const actionText = given.last('action') ?? 'warn';
  const action = ACTIONS.find((known) => known === actionText);
  if (action === undefined) given.invalid('action', actionText, `It must be ${list(ACTIONS)}.`);
  const names = ruleNames(RULES);
  const rules = given.all('rules')?.flatMap((value) => value.split(','));
  for (const rule of rules ?? []) {
    if (!names.has(rule)) {
      given.fault(`There is no rule and no category \`${rule}\`.${didYouMean(rule, names.all)}`);
    }
  }
  return {
    command: 'policy',
    action: action ?? 'warn',
    rules: rules?.map((rule) => names.idOf(rule) ?? rule),
    config: readConfigChoice(given),
    settings: readSettingOptions(given),
  };
}
