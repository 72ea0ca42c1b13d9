import { mergeSettings, type RawSettings } from '../../lint/settings/config.ts';
import { type CheckSettings, DEFAULT_SETTINGS, type Settings } from '../../lint/settings/settings.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Input, urisOf } from '../files/input.ts';

/** Sets the settings of all inputs in a workspace. */
export function setSettings(workspace: Workspace, inputs: readonly Input[]): void {
  const add = settingsByUri(workspace);
  for (const input of inputs) for (const uri of urisOf(input)) add(uri, input.settings);
}

/** A function that adds the settings of one file to a workspace, for files that are read one by one. */
export function settingsByUri(workspace: Workspace): (uri: string, settings: CheckSettings) => void {
  const known = new Map<string, CheckSettings>();
  workspace.setSettings('', DEFAULT_SETTINGS, (uri) => known.get(uri));
  return (uri, settings) => void known.set(uri, settings);
}

/**
 * Inputs with the settings that follow from Nodes, where nothing else sets them, and the names of these settings. Inputs
 * that share a settings object share one afterwards too.
 */
export function withNodeSettings(
  inputs: readonly Input[],
  fromNodes: RawSettings,
): { readonly inputs: readonly Input[]; readonly used: readonly string[] } {
  const cache = new Map<Settings, Map<string, CheckSettings>>();
  const used = new Set<string>();
  const changed = inputs.map((input) => {
    const open = Object.entries(fromNodes).filter(([key]) => !input.configured.includes(key));
    if (open.length === 0) return input;
    for (const [key] of open) used.add(key);
    const byKeys = cache.get(input.settings) ?? new Map<string, CheckSettings>();
    cache.set(input.settings, byKeys);
    const keys = open.map(([key]) => key).join();
    // By default, these follow from the provider and the release.
    const implied = ['containerRuntime', 'taint'].filter((key) => !input.configured.includes(key));
    const unset = Object.fromEntries(implied.map((key) => [key, 'auto']));
    const settings = byKeys.get(keys) ?? {
      // What options ask for beside the settings.
      ...input.settings,
      ...mergeSettings({ ...input.settings, ...unset, ...Object.fromEntries(open) }),
    };
    byKeys.set(keys, settings);
    return { ...input, settings };
  });
  return { inputs: changed, used: [...used] };
}
