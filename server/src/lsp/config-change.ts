import { userSeverity } from '../lint/effect.ts';
import { CONFIG_NAME } from '../lint/settings/config.ts';
import { type ConfigPath, setInConfig } from '../lint/settings/config-edit.ts';
import type { NamedRule } from '../lint/settings/rule-names.ts';
import type { TextEdit } from '../text/edit.ts';
import { t } from '../text/localize.ts';
import { ConfigFile } from '../workspace/config-files.ts';
import type { WrittenConfig } from './folder-configs.ts';

/** What sets a value in a configuration file, or a sentence that says why that cannot be done. */
export type ConfigChange =
  | { readonly uri: string; readonly before: string; readonly after: string; readonly edits: readonly TextEdit[] }
  | { readonly reason: string };

/** Sets a value for a file, in the configuration file that counts for it. */
export function configChange(
  uri: string,
  { file, text }: WrittenConfig,
  { path, value, rules }: { readonly path: ConfigPath; readonly value: string; readonly rules: readonly NamedRule[] },
): ConfigChange {
  if (text === undefined) return refused(file.faults[0]?.message ?? '');
  const plan = setInConfig(text, path, value);
  if (!plan.ok) return refused(t(plan.reason));
  const folder = file.uri.slice(0, file.uri.lastIndexOf('/'));
  const after = new ConfigFile(file.uri, folder, { text: plan.text }, rules);
  const settings = after.settings({}, {})(uri);
  const [key, rule] = path;
  const now = key === 'taint' ? settings.taint : userSeverity(ruleOf(rule, rules), settings);
  if (now !== value)
    return refused(after.faults[0]?.message ?? t('One of its overrides sets the value for this file.'));
  return { uri: file.uri, before: text, after: plan.text, edits: plan.edits };
}

function refused(why: string): ConfigChange {
  return { reason: t`\`${CONFIG_NAME}\` was not changed. ${why}` };
}

function ruleOf(id: string, rules: readonly NamedRule[]): NamedRule {
  return rules.find((one) => one.id === id) ?? { id };
}
