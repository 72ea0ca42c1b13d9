import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { CheckSettings } from '../lint/settings/settings.ts';
import { decode } from '../workspace/reading.ts';
import type { FileReport } from '../workspace/report.ts';
import { Workspace } from '../workspace/workspace.ts';

const URI = 'text:manifest.yaml';

/** The report on a text by itself, or a sentence on why it cannot be read. Its objects are evaluated together. */
export function reportOnText(
  text: string,
  rules: RuleSet,
  settings: CheckSettings,
): FileReport | { readonly fault: string } {
  const reading = decode(new TextEncoder().encode(text));
  if ('fault' in reading) return { fault: reading.fault.message };
  const workspace = new Workspace(rules, () => {});
  workspace.setSettings('', settings);
  workspace.setOnDisk(URI, reading.text);
  const report = workspace.report(URI, true);
  return report ?? { fault: 'The text is empty.' };
}
