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
    .map((key) => ({ key, message: `Unknown setting \`kubewin.${key}\`.` }));
  const known = new Set(ruleNames(rules).all);
  const rulesUnknown = Object.keys(settings.rules)
    .filter((id) => !known.has(id))
    .map((id) => ({
      key: `rules.${id}`,
      message: `\`kubewin.rules\` contains \`${id}\`, which is not a rule or a category.`,
    }));
  return [...wrong, ...unknown, ...rulesUnknown];
}

function wrongText({ key, entry, value }: WrongValue): string {
  const text = JSON.stringify(value);
  if (entry === undefined) return `\`kubewin.${key}\` cannot be ${text}; the default is used.`;
  const wrong = value === undefined ? `cannot have \`${entry}\`` : `\`${entry}\` cannot be ${text}`;
  return `\`kubewin.${key}\`${value === undefined ? '' : ':'} ${wrong}; this entry is ignored.`;
}

/** Settings with the same prefix that others read: `kubewin.trace.server` belongs to the client library. */
const CLIENT_SETTINGS: readonly string[] = ['trace'];
