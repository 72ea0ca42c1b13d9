import { userSeverity } from '../lint/effect.ts';
import { CONFIG_NAME } from '../lint/settings/config.ts';
import { type ConfigValue, setInConfig } from '../lint/settings/config-edit.ts';
import { isOwnName } from '../lint/settings/own-rules.ts';
import type { NamedRule } from '../lint/settings/rule-names.ts';
import type { TextEdit } from '../text/edit.ts';
import { t } from '../text/localize.ts';
import { ConfigFile } from '../workspace/config-files.ts';
import type { ConfigWithText } from './folder-configs.ts';

/** The edits that set values in a configuration file, or the reason why they cannot be set. */
export type ConfigChange =
  | { readonly uri: string; readonly before: string; readonly after: string; readonly edits: readonly TextEdit[] }
  | { readonly reason: string };

/** Sets values for a file, in the configuration file that applies to it. */
export function configChange(
  uri: string,
  { file, text }: ConfigWithText,
  values: readonly ConfigValue[],
  rules: readonly NamedRule[],
): ConfigChange {
  if (text === undefined) return notChanged(file.faults[0]?.message ?? '');
  const plan = setInConfig(text, values);
  if (!plan.ok) return notChanged(t(plan.reason));
  const folder = file.uri.slice(0, file.uri.lastIndexOf('/'));
  const after = new ConfigFile(file.uri, folder, { text: plan.text }, rules, file.base);
  const settings = after.settings({}, {})(uri);
  const counts = ({ path, value }: ConfigValue) => {
    const [key, rule] = path;
    if (key !== 'rules') return value === settings[key];
    const severity = userSeverity(ruleOf(rule, rules), settings);
    // A rule that the file defines has its severity in the definition, unless an override sets another one.
    return severity === undefined ? isOwnName(rule) : value === severity;
  };
  if (!values.every(counts))
    return notChanged(after.faults[0]?.message ?? t('One of its overrides sets the value for this file.'));
  return { uri: file.uri, before: text, after: plan.text, edits: plan.edits };
}

function notChanged(reason: string): ConfigChange {
  return { reason: t`\`${CONFIG_NAME}\` was not changed. ${reason}` };
}

function ruleOf(id: string, rules: readonly NamedRule[]): NamedRule {
  return rules.find((rule) => rule.id === id) ?? { id };
}
