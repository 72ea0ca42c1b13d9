import { isOwnName } from '../../lint/settings/own-rules.ts';
import { mutatingPolicyText, policyText } from '../../policy/policy-text.ts';
import { RULES } from '../../rules/index.ts';
import { configMessage, locationText } from '../files/message.ts';
import { Configs, folderUri } from '../inputs/configs.ts';
import { loadOwnRules } from '../inputs/own-rules.ts';
import type { PolicyOptions } from '../options/policy.ts';
import { escapeControls } from '../terminal/style.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';

declare const KUBEWIN_VERSION: string;

/** Writes policies for the API server to standard output. */
export async function writePolicies(options: PolicyOptions, { disk, stdout, stderr }: Terminal): Promise<ExitCode> {
  const fail = (message: string) => stderr.write(`kubewin: ${escapeControls(message)}\n`);
  const configs = new Configs(options, disk);
  const here = folderUri('.');
  const { settings } = await configs.of(`${here}/-`, here);
  const faults = [...configs.used.values()].flatMap((config) =>
    config.faults.map((fault) => configMessage(config, fault)),
  );
  for (const { path = '', at, message } of faults) fail(`${locationText({ path, at })}: ${message}`);
  if (faults.length > 0) return 2;
  const { actions, rules, systemNamespaces, params, mutate, format } = options;
  const { ownRules } = settings;
  const own = ownRules === undefined ? [] : ownRules.map((await loadOwnRules()).ruleOf);
  const unknown = rules?.find((name) => isOwnName(name) && !own.some(({ id }) => id === name));
  if (unknown !== undefined) {
    fail(`No configuration file defines the rule ${unknown}.`);
    return 2;
  }
  const policyOptions = { actions, rules, systemNamespaces, params, settings, kubewin: KUBEWIN_VERSION };
  const all = [...RULES, ...own];
  const result = mutate ? mutatingPolicyText(all, policyOptions) : policyText(all, policyOptions, format);
  if ('faults' in result) {
    for (const line of result.faults) fail(line);
    return 2;
  }
  // What may be from a setting is in strings of CEL or YAML, and both know the escapes of JSON.
  stdout.write(result.text, 'json');
  return 0;
}
