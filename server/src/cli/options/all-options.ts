import { CACHE_OPTIONS, CHECK_FORMAT, REPORTING_OPTIONS, SCAN_OPTIONS } from './check.ts';
import { CLUSTER_FORMAT, CLUSTER_OPTIONS } from './cluster.ts';
import { COMMANDS, type Command, readsManifests } from './commands.ts';
import { EXPLAIN_FORMAT } from './explain.ts';
import { IMAGES_FORMAT, IMAGES_OPTIONS } from './images.ts';
import { FILES_FROM, INPUT_OPTIONS, UPGRADE_OPTION, VALUES_OPTIONS } from './manifests.ts';
import { MIGRATE_FORMAT } from './migrate.ts';
import type { Option } from './option.ts';
import { OTHER_LINTERS_OPTIONS } from './other-linters.ts';
import { POLICY_OPTIONS } from './policy.ts';
import { CONFIG_OPTIONS, SELECTION_OPTIONS, SETTING_OPTIONS } from './settings.ts';
import { LSP_OPTIONS, RULES_OPTIONS } from './tools.ts';

/** The options of all commands, in the order of the help. */
export const OPTIONS: readonly Option[] = [
  CHECK_FORMAT,
  EXPLAIN_FORMAT,
  CLUSTER_FORMAT,
  ...CLUSTER_OPTIONS,
  ...REPORTING_OPTIONS,
  FILES_FROM,
  ...SCAN_OPTIONS,
  ...CACHE_OPTIONS,
  ...INPUT_OPTIONS,
  UPGRADE_OPTION,
  ...VALUES_OPTIONS,
  ...CONFIG_OPTIONS,
  ...SELECTION_OPTIONS,
  ...SETTING_OPTIONS,
  ...POLICY_OPTIONS,
  MIGRATE_FORMAT,
  IMAGES_FORMAT,
  ...IMAGES_OPTIONS,
  ...OTHER_LINTERS_OPTIONS,
  ...RULES_OPTIONS,
  ...LSP_OPTIONS,
  { name: 'color', also: ['rules', 'rule'], description: 'Use color, even if the output is not a terminal.' },
  { name: 'no-color', also: ['rules', 'rule'], description: 'Do not use color.' },
  { name: 'help', short: 'h', also: COMMANDS, description: 'Show this help.' },
  { name: 'version', also: COMMANDS, description: 'Show the version of Kubewin.' },
];

/** The options that a command has, in the order of the help. */
export function optionsOf(command: Command): readonly Option[] {
  const own = OPTIONS.filter(({ only, also = [] }) => only === command || also.includes(command));
  return OPTIONS.filter(
    (option) =>
      own.includes(option) ||
      (option.only === undefined &&
        readsManifests(command) &&
        !option.except?.includes(command) &&
        !own.some(({ name, only }) => name === option.name && only === command)),
  );
}
