import type { RawSettings } from '../../lint/settings/config.ts';
import { list } from '../../lint/settings/setting-faults.ts';
import { RULES } from '../../rules/index.ts';
import { COMMANDS, type Command, type Tool } from './commands.ts';
import type { GivenOptions } from './given-options.ts';
import type { Option } from './option.ts';
import { readSettingOptions } from './settings.ts';

/** The shells for which there is completion. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** The formats of `rules`. */
const RULES_FORMATS = ['text', 'json'] as const;
export type RulesFormat = (typeof RULES_FORMATS)[number];

/** The options of a command that reads no manifests, and its argument. */
export interface ToolOptions {
  readonly command: Tool;
  /** Empty for a command without an argument. */
  readonly argument: string;
  readonly format: RulesFormat;
  /** Undefined where the terminal decides. */
  readonly color: boolean | undefined;
  readonly settings: RawSettings;
}

export const RULES_OPTIONS: readonly Option[] = [
  { name: 'format', value: RULES_FORMATS.join('|'), only: 'rules', description: 'Output format (default: text).' },
];

export const LSP_OPTIONS: readonly Option[] = [
  { name: 'stdio', only: 'lsp', description: 'Use standard input and output.' },
  { name: 'socket', value: 'port', only: 'lsp', description: 'Connect to this port of the local host.' },
  { name: 'pipe', value: 'name', only: 'lsp', description: 'Connect to this named pipe or Unix socket.' },
  { name: 'node-ipc', only: 'lsp', description: 'Use the channel of Node.js, for editors that start it with `fork`.' },
  { name: 'clientProcessId', value: 'id', only: 'lsp', description: 'End when this process does.' },
];

/** The only argument of commands that read no manifests; the others have none. That of `help` is optional. */
export const ARGUMENTS: Readonly<Partial<Record<Command, Pick<Option, 'name' | 'values'>>>> = {
  rule: { name: 'rule', values: RULES.map(({ id }) => id) },
  completion: { name: 'shell', values: SHELLS },
  help: { name: 'command', values: COMMANDS },
};

/** Reads the options and the argument of a command that reads no manifests. */
export function readToolOptions(command: Tool, words: readonly string[], given: GivenOptions): ToolOptions {
  const argument = ARGUMENTS[command];
  const [first] = argument === undefined ? [] : words;
  if (argument !== undefined && first === undefined) {
    given.fault(`\`${command}\` needs a ${argument.name}: \`kubewin ${command} <${argument.name}>\`.`);
  }
  // `rule` accepts former ids of rules too.
  if (command === 'completion' && first !== undefined && !SHELLS.some((shell) => shell === first)) {
    given.fault(`There is no completion for \`${first}\`, only for ${list(SHELLS)}.`);
  }
  given.noArguments(command, argument === undefined ? words : words.slice(1));
  return {
    command,
    argument: first ?? '',
    format: readRulesFormat(given),
    color: given.color(),
    settings: readSettingOptions(given),
  };
}

function readRulesFormat(given: GivenOptions): RulesFormat {
  const text = given.last('format') ?? 'text';
  const format = RULES_FORMATS.find((known) => known === text);
  if (format === undefined) given.invalid('format', text, `It must be ${list(RULES_FORMATS)}.`);
  return format ?? 'text';
}
