import { type NamedRule, ruleNames } from '../lint/settings/rule-names.ts';
import { DEFAULT_SETTINGS, isRecord, readSettings, SETTINGS, type Settings } from '../lint/settings/settings.ts';
import { PROVIDERS } from '../windows/providers.ts';

/** Diagnostic information for bug reports. It contains no content and no names of files. */
export interface Information {
  readonly counts: Readonly<Record<string, number>>;
  /** For each workspace folder, the settings that differ from the defaults. */
  readonly settings: readonly (readonly string[])[];
}

/**
 * Settings that differ from the defaults of VS Code, with a remark on those from Nodes. Of values that users choose, such as
 * images and folders, only the number is shown.
 */
export function differences(
  settings: Settings,
  rules: readonly NamedRule[],
  fromNodes: readonly string[],
): readonly string[] {
  const { provider, kubernetesVersion } = settings;
  const { containerRuntime, taint, date } = readSettings({ provider, kubernetesVersion }).settings;
  const defaults: Settings = { ...DEFAULT_SETTINGS, containerRuntime, taint, date };
  return (Object.keys(SETTINGS) as (keyof Settings)[]).flatMap((key) => {
    const value = settings[key];
    if (JSON.stringify(value) === JSON.stringify(SETTINGS[key].inVsCode ?? defaults[key])) return [];
    return `${key}: ${shownValue(key, value, rules)}${fromNodes.includes(key) ? ' (Nodes)' : ''}`;
  });
}

function shownValue(key: keyof Settings, value: unknown, rules: readonly NamedRule[]): string {
  if (Array.isArray(value)) return entries(value.length);
  if (key === 'clusterDomain') return 'set';
  if (key === 'taint')
    return ['none', ...PROVIDERS.map(({ id }) => id)].includes(String(value)) ? String(value) : 'key=value:effect';
  if (!isRecord(value)) return String(value);
  if (key !== 'rules') return entries(Object.keys(value).length);
  const known = ruleNames(rules);
  return Object.entries(value)
    .filter(([id]) => known.has(id))
    .map(([id, state]) => `${id} ${state}`)
    .join(', ');
}

function entries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}
