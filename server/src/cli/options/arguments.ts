import { parseArgs } from 'node:util';
import { list } from '../../lint/settings/setting-faults.ts';
import { didYouMean } from '../../text/nearest.ts';
import { OPTIONS, optionsOf } from './all-options.ts';
import { type CheckOptions, readCheckOptions } from './check.ts';
import { readClusterOptions } from './cluster.ts';
import { COMMANDS, type Command } from './commands.ts';
import { type ExplainOptions, readExplainOptions } from './explain.ts';
import { GivenOptions } from './given-options.ts';
import { type ImagesOptions, readImagesOptions } from './images.ts';
import { type MigrateOptions, readMigrateOptions } from './migrate.ts';
import { type OtherLintersOptions, readOtherLintersOptions } from './other-linters.ts';
import { type PolicyOptions, readPolicyOptions } from './policy.ts';
import { readToolOptions, type ToolOptions } from './tools.ts';

/** The options of a command that reads manifests. */
export type ReaderOptions = CheckOptions | ExplainOptions | MigrateOptions | ImagesOptions | OtherLintersOptions;

/** What the arguments request. */
export type Invocation =
  | { readonly command: 'help'; readonly topic: Command | undefined }
  | { readonly command: 'version' }
  /** No command is given, or an unknown one. */
  | { readonly command: undefined }
  | ReaderOptions
  | PolicyOptions
  | ToolOptions;

/** Reads the arguments, with a sentence for each thing that is wrong with them. */
export function readArguments(args: readonly string[]): {
  readonly invocation: Invocation;
  readonly faults: readonly string[];
} {
  const tokens = tokensOf(args);
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const command = COMMANDS.find((known) => known === words[0]);
  const given = new GivenOptions();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const fault = optionFault(token, command);
    if (fault === undefined) given.add(token.name, token.value ?? '');
    else given.fault(fault);
  }
  const invocation = invocationOf(command, words, given);
  return { invocation, faults: given.faults };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokensOf(args: readonly string[]): Token[] {
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    // Faults are reported in our own words.
    strict: false,
    options: Object.fromEntries(
      OPTIONS.map(({ name, short, value }) => {
        const type = value === undefined ? ('boolean' as const) : ('string' as const);
        return [name, short === undefined ? { type } : { type, short }];
      }),
    ),
  });
  // `--format --fix`: `--fix` is hardly the value of `--format`, so read it as an option.
  const at = tokens.findIndex(
    (token) => token.kind === 'option' && !token.inlineValue && /^-./.test(token.value ?? ''),
  );
  const token = tokens[at];
  if (token?.kind !== 'option') return tokens;
  const { kind, index, name, rawName } = token;
  const bare = { kind, index, name, rawName, value: undefined, inlineValue: undefined };
  return [...tokens.slice(0, at), bare, ...tokensOf(args.slice(index + 1))];
}

function optionFault({ name, rawName, value }: OptionToken, command: Command | undefined): string | undefined {
  const known = command === undefined ? OPTIONS : optionsOf(command);
  const option = known.find((candidate) => candidate.name === name);
  if (option === undefined) {
    const names = known.map((candidate) => candidate.name);
    const where = OPTIONS.some((candidate) => candidate.name === name) ? `\`${command}\` has` : 'There is';
    return `${where} no option \`${rawName}\`.${didYouMean(name, names, '--')}`;
  }
  if (option.value === undefined) {
    return value === undefined ? undefined : `The option \`${rawName}\` does not take a value.`;
  }
  return value === undefined ? `The option \`${rawName}\` needs a value: \`${rawName} ${option.value}\`.` : undefined;
}

function invocationOf(
  command: Command | undefined,
  [word, ...words]: readonly string[],
  given: GivenOptions,
): Invocation {
  if (given.has('help')) return { command: 'help', topic: command };
  if (given.has('version')) return { command: 'version' };
  switch (command) {
    case 'check':
      return readCheckOptions(words, given);
    case 'cluster':
      return readClusterOptions(words, given);
    case 'explain':
      return readExplainOptions(words, given);
    case 'migrate':
      return readMigrateOptions(words, given);
    case 'images':
      return readImagesOptions(words, given);
    case 'other-linters':
      return readOtherLintersOptions(words, given);
    case 'policy':
      return readPolicyOptions(words, given);
    case 'help': {
      const [name, ...others] = words;
      const topic = COMMANDS.find((known) => known === name);
      if (name !== undefined && topic === undefined) given.fault(unknownCommand(name));
      given.noArguments(command, others);
      return { command, topic };
    }
    case 'version':
      given.noArguments(command, words);
      return { command };
    case undefined:
      given.fault(word === undefined ? `Missing command: ${list(COMMANDS)}.` : unknownCommand(word));
      return { command };
    default:
      return readToolOptions(command, words, given);
  }
}

function unknownCommand(word: string): string {
  return `Unknown command \`${word}\`.${didYouMean(word, COMMANDS)}`;
}
