import type { NamedRule } from './rule-names.ts';
import { ruleNames } from './rule-names.ts';
import { isRecord, readSettings, SETTINGS, type WrongValue } from './settings.ts';

/** Something wrong in settings. */
export interface SettingFault {
  /** Without the prefix `kubewin.`. */
  readonly key: string;
  /** A sentence that names the setting and what is wrong with it. */
  readonly message: string;
}

/** What is wrong in settings: values that are not taken, and settings and rules that do not exist. */
export function settingFaults(raw: unknown, rules: readonly NamedRule[]): SettingFault[] {
  const { settings, faults } = readSettings(raw);
  const wrong = faults.map((fault) => ({ key: fault.key, message: wrongText(fault) }));
  const unknown = Object.keys(isRecord(raw) ? raw : {})
    .filter((key) => !Object.hasOwn(SETTINGS, key) && !CLIENT_SETTINGS.includes(key))
    .map((key) => ({ key, message: `There is no setting \`kubewin.${key}\`.` }));
  const known = new Set(ruleNames(rules).all);
  const rulesUnknown = Object.keys(settings.rules)
    .filter((id) => !known.has(id))
    .map((id) => ({
      key: `rules.${id}`,
      message: `\`kubewin.rules\` names \`${id}\`, which is neither a rule nor a category.`,
    }));
  return [...wrong, ...unknown, ...rulesUnknown];
}

function wrongText({ key, entry, value }: WrongValue): string {
  const text = JSON.stringify(value);
  if (entry === undefined) return `\`kubewin.${key}\` cannot be ${text}; its default is used instead.`;
  const wrong = value === undefined ? `cannot have \`${entry}\`` : `\`${entry}\` cannot be ${text}`;
  return `\`kubewin.${key}\`${value === undefined ? '' : ':'} ${wrong}; it is left out.`;
}

/** What stands beside our settings under the same prefix: `kubewin.trace.server` is read by the client itself. */
const CLIENT_SETTINGS: readonly string[] = ['trace'];
