import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KUBERNETES_VERSIONS } from '../../kubernetes/version.ts';
import { CONFIG_NAME, type RawSettings } from '../../lint/settings/config.ts';
import { namesOf, ruleNames, UNUSED } from '../../lint/settings/rule-names.ts';
import { legalValues, list } from '../../lint/settings/setting-faults.ts';
import {
  BUILT_IN_PATHS,
  EDITOR_SETTINGS,
  readSettings,
  SETTINGS,
  type Settings,
  TAINT_CHOICES,
} from '../../lint/settings/settings.ts';
import { ACTIONS, type Action } from '../../policy/policies.ts';
import { RULES } from '../../rules/index.ts';
import { FAST_GLOB } from '../../text/glob.ts';
import { didYouMean } from '../../text/nearest.ts';

/** The commands that read manifests. */
const READERS = ['check', 'explain', 'migrate'] as const;
const REPORTS = ['text', 'markdown', 'json', 'html'] as const;
/** The formats of `migrate`. */
export type ReportFormat = (typeof REPORTS)[number];
/** The commands that read none. */
const TOOLS = ['rules', 'rule', 'init', 'lsp', 'completion'] as const;
export const COMMANDS = [...READERS, 'policy', ...TOOLS] as const;
export type Command = (typeof COMMANDS)[number];
export type Reader = (typeof READERS)[number];
export type Tool = (typeof TOOLS)[number];
/** Those for which there is completion. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];
/** The formats of `explain`. */
export const EXPLAIN_FORMATS = ['text', 'json'] as const;
export type ExplainFormat = (typeof EXPLAIN_FORMATS)[number];
/** Those of `check`. */
export const FORMATS = [...EXPLAIN_FORMATS, 'compact', 'github', 'gitlab', 'junit', 'markdown', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

/** A format, and the file that gets it; undefined for standard output. */
export interface Destination {
  readonly format: Format | ReportFormat;
  readonly file: string | undefined;
}

/** What the exit code 1 is for: findings of this severity and worse ones. */
export const FAIL_ON = ['error', 'warning', 'information', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The path that stands for standard input. */
export const STDIN_PATH = '-';

/** What the arguments ask for. */
export type Invocation =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  /** No command is given, or none that exists. */
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'run' } & Run)
  | ({ readonly kind: 'policy' } & PolicyRun)
  | ({ readonly kind: 'use' } & Use);

/** What `policy` is to write. */
export interface PolicyRun extends Pick<Run, 'config' | 'given'> {
  readonly action: Action;
  /** Ids and categories; undefined for all. */
  readonly rules: readonly string[] | undefined;
}

/** A command that reads no manifests, with all that was said of it. */
export interface Use {
  readonly command: Tool;
  /** What stands behind it, as many as it takes. */
  readonly words: readonly string[];
  readonly format: string;
  /** Undefined where the terminal decides. */
  readonly color: boolean | undefined;
  readonly given: RawSettings;
}

/** A command that reads manifests, with all that was said of it. */
export interface Run {
  readonly command: Reader;
  /** As they are given; `-` is standard input. */
  readonly paths: readonly string[];
  readonly stdinFilename: string | undefined;
  readonly failIfEmpty: boolean;
  /** At most one of them is standard output. */
  readonly outputs: readonly Destination[];
  /** Whether safe fixes are made, or only shown. */
  readonly fix: 'make' | 'show' | undefined;
  readonly hints: boolean;
  /** Whether nothing is told but errors, warnings and what the exit code counts. */
  readonly quiet: boolean;
  readonly statistics: boolean;
  readonly maxFindings: number | undefined;
  readonly failOn: FailOn;
  /** The file whose findings are not told, and the one that gets them all. */
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** Whether formats that can tell of suppressed findings leave them out. */
  readonly omitsSuppressed: boolean;
  /** The file with more paths; `-` is standard input. */
  readonly filesFrom: string | undefined;
  readonly watch: boolean;
  /** Undefined where the processors and the number of files decide. */
  readonly threads: number | undefined;
  /** Undefined where the terminal decides. */
  readonly color: boolean | undefined;
  /** The configuration file that counts for all files; undefined where the nearest one counts. */
  readonly config: { readonly path: string } | 'none' | undefined;
  /** Settings, which win over those of configuration files. */
  readonly given: RawSettings;
}

/** An option of the command line, as parsing and help need it. */
export interface Option {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for its value in the help; undefined for one that has no value. */
  readonly value?: string;
  /** Values to choose from, where the help does not list them. */
  readonly values?: readonly string[];
  readonly repeatable?: boolean;
  readonly description: string;
  /** The only command that has it, in place of a common one of this name; without it, those that read manifests. */
  readonly only?: Command;
  /** Commands that have it beside them. */
  readonly also?: readonly Command[];
  /** The setting that it sets. */
  readonly setting?: keyof Settings;
}

/** Where the command line says it in other words than the editor. */
const OWN_WORDS: Readonly<Record<string, Partial<Option>>> = {
  rules: {
    name: 'rule',
    value: 'id=severity',
    values: ruleNames(RULES).all,
    description:
      'Turn a rule such as `pod/host-network` or a category such as `image` off, or set its severity: `off`, `error`, `warning`, `information` or `hint`. A severity also turns on rules that are off by default.',
  },
  kubernetesVersion: { values: KUBERNETES_VERSIONS },
  taint: { values: TAINT_CHOICES.map(({ value }) => value) },
  embeddedPods: {
    name: 'embedded-pods',
    value: 'group/Kind=path',
    description: `Where a custom resource contains pod templates or pod specs, such as \`example.com/Widget=spec.template\` or \`example.com/Widget=spec.pools[*].template\`. ${BUILT_IN_PATHS}`,
  },
  windowsImages: { value: 'prefix' },
  linuxImages: { value: 'prefix' },
  posixShellImages: { value: 'prefix' },
  linuxOnlyCsiDrivers: { value: 'driver' },
  exclude: {
    value: 'glob',
    description: `Files and folders to skip, in addition to \`.gitignore\`, relative to each folder that is checked. A glob can have ${FAST_GLOB}.`,
  },
};

/** Every option, in the order of the help. */
export const OPTIONS: readonly Option[] = [
  {
    name: 'format',
    value: 'name[=file]',
    values: FORMATS,
    repeatable: true,
    only: 'check',
    description: `Output format: ${list(FORMATS)} (default: text). With a file, the result is written to it, and standard output is free for another format.`,
  },
  {
    name: 'format',
    value: 'name[=file]',
    values: EXPLAIN_FORMATS,
    repeatable: true,
    only: 'explain',
    description: `Output format: ${list(EXPLAIN_FORMATS)} (default: text). With a file, the result is written to it.`,
  },
  { name: 'fix', only: 'check', description: 'Apply all safe fixes to the files, then report what remains.' },
  {
    name: 'fix-dry-run',
    only: 'check',
    description:
      'Show what --fix would change, and change no file: a unified diff for `patch -p1` or `git apply` goes to standard output, the findings go to standard error.',
  },
  { name: 'hints', only: 'check', description: 'Show hints too.' },
  {
    name: 'quiet',
    short: 'q',
    only: 'check',
    description: 'Show only errors, warnings and what --fail-on counts, and no summary.',
  },
  {
    name: 'statistics',
    only: 'check',
    description: 'In text, show how often each rule reports a problem instead of the problems.',
  },
  {
    name: 'max-findings',
    value: 'number',
    only: 'check',
    description: 'Show at most so many findings in the formats text, compact and github.',
  },
  {
    name: 'fail-on',
    value: FAIL_ON.join('|'),
    only: 'check',
    description: 'The lowest severity of findings for which the exit code is 1 (default: warning).',
  },
  {
    name: 'baseline',
    value: 'file',
    only: 'check',
    description: 'Do not report the findings in this file, which --write-baseline has written.',
  },
  {
    name: 'write-baseline',
    value: 'file',
    only: 'check',
    description: 'Write all findings to this file and report none of them.',
  },
  {
    name: 'no-suppressed',
    only: 'check',
    description:
      'Leave out of SARIF what comments suppress and what the baseline has. GitHub code scanning would show them as open alerts.',
  },
  {
    name: 'report-unused-suppressions',
    only: 'check',
    description: 'Report comments that suppress nothing as warnings. By default, they are hints.',
  },
  {
    name: 'files-from',
    value: 'file',
    description:
      'Read more paths from this file, or from standard input with -. There is one in each line, or a NUL character between them.',
  },
  {
    name: 'watch',
    only: 'check',
    description: 'Check again whenever a file changes, until Ctrl+C.',
  },
  {
    name: 'threads',
    value: 'number',
    only: 'check',
    description:
      'How many threads check files (default: one for each processor where there are hundreds of files). The result is the same.',
  },
  { name: 'fail-if-empty', description: 'Exit with code 2 if no Kubernetes object is found in the input.' },
  {
    name: 'stdin-filename',
    value: 'path',
    description: 'The path of the file whose text is on standard input, for the results and for Kustomize and Helm.',
  },
  {
    name: 'config',
    also: ['policy'],
    value: 'file',
    description: `The configuration file for all files, with globs relative to the current folder (default: for each file, the nearest \`${CONFIG_NAME}\` in its folder or above, up to the root of its repository). Options win over it.`,
  },
  { name: 'no-config', also: ['policy'], description: 'Do not read configuration files.' },
  ...settingOptions(),
  { name: 'format', value: 'yaml', values: ['yaml'], only: 'policy', description: 'Output format (default: yaml).' },
  {
    name: 'action',
    value: ACTIONS.join('|'),
    only: 'policy',
    description:
      'What the API server does with an object that a rule applies to (default: warn): show a warning, reject the object, or note it in the audit log.',
  },
  {
    name: 'rules',
    value: 'rule,…',
    values: [...new Set(RULES.flatMap(namesOf))],
    repeatable: true,
    only: 'policy',
    description:
      'Only these rules and categories (default: all whose severity is error or warning). A rule that is named itself counts with any severity.',
  },
  {
    name: 'format',
    value: 'name[=file]',
    values: REPORTS,
    repeatable: true,
    only: 'migrate',
    description: `Output format: ${list(REPORTS)} (default: text). With a file, the result is written to it.`,
  },
  { name: 'format', value: 'text|json', only: 'rules', description: 'Output format (default: text).' },
  { name: 'stdio', only: 'lsp', description: 'Use standard input and output.' },
  { name: 'socket', value: 'port', only: 'lsp', description: 'Connect to this port of the local host.' },
  { name: 'pipe', value: 'name', only: 'lsp', description: 'Connect to this named pipe or Unix socket.' },
  { name: 'node-ipc', only: 'lsp', description: 'Use the channel of Node.js, for editors that start it with `fork`.' },
  { name: 'clientProcessId', value: 'id', only: 'lsp', description: 'End when this process does.' },
  { name: 'color', also: ['rules', 'rule'], description: 'Use color, even if the output is not a terminal.' },
  { name: 'no-color', also: ['rules', 'rule'], description: 'Do not use color.' },
  { name: 'help', short: 'h', also: ['policy', ...TOOLS], description: 'Show this help.' },
  { name: 'version', also: ['policy', ...TOOLS], description: 'Show the version of Kubewin.' },
];

/** The options that a command has, in the order of the help. */
export function optionsOf(command: Command): readonly Option[] {
  const own = OPTIONS.filter(({ only, also = [] }) => only === command || also.includes(command));
  return OPTIONS.filter(
    (option) =>
      own.includes(option) ||
      (option.only === undefined &&
        readsManifests(command) &&
        !own.some(({ name, only }) => name === option.name && only === command)),
  );
}

/** What an option or argument can be; empty where the help cannot list it. */
export function choicesOf({ value = '', values }: Pick<Option, 'value' | 'values'>): readonly string[] {
  return values ?? (value.includes('|') ? value.split('|') : []);
}

/** The only argument of commands that read no manifests; the others have none. */
export const ARGUMENTS: Readonly<Partial<Record<Command, Pick<Option, 'name' | 'values'>>>> = {
  rule: { name: 'rule', values: RULES.map(({ id }) => id) },
  completion: { name: 'shell', values: SHELLS },
};

/** Whether a command reads manifests, so that files are its arguments. */
export function readsManifests(command: Command): boolean {
  return READERS.some((one) => one === command);
}

/** What the arguments say, and a sentence for each thing that is wrong with them. */
export function readArguments(args: readonly string[]): {
  readonly invocation: Invocation;
  readonly faults: readonly string[];
} {
  const tokens = tokensOf(args);
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const command = COMMANDS.find((one) => one === words[0]);
  const given = new Map<string, string[]>();
  const faults = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const fault = optionFault(token, command);
    if (fault === undefined) given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
    else faults.add(fault);
  }
  const invocation = invocationOf(command, words, given, faults);
  return { invocation, faults: [...faults] };
}

function tokensOf(args: readonly string[]): Token[] {
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    // What is wrong is said in our own words.
    strict: false,
    options: Object.fromEntries(
      OPTIONS.map(({ name, short, value }) => {
        const type = value === undefined ? ('boolean' as const) : ('string' as const);
        return [name, short === undefined ? { type } : { type, short }];
      }),
    ),
  });
  // `--format --fix`: the second was hardly meant as the value of the first.
  const at = tokens.findIndex(
    (token) => token.kind === 'option' && !token.inlineValue && /^-./.test(token.value ?? ''),
  );
  const token = tokens[at];
  if (token?.kind !== 'option') return tokens;
  const { kind, index, name, rawName } = token;
  const bare = { kind, index, name, rawName, value: undefined, inlineValue: undefined };
  return [...tokens.slice(0, at), bare, ...tokensOf(args.slice(index + 1))];
}

function invocationOf(
  command: Command | undefined,
  [word, ...paths]: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
  faults: Set<string>,
): Invocation {
  if (given.has('help')) return { kind: 'help', command };
  if (given.has('version')) return { kind: 'version' };
  if (command === 'policy') return policyOf(paths, given, faults);
  const [reader, tool] = [READERS.find((one) => one === command), TOOLS.find((one) => one === command)];
  if (reader !== undefined) return runOf(reader, paths, given, faults);
  if (tool !== undefined) return useOf(tool, paths, given, faults);
  faults.add(
    word === undefined
      ? `Missing command: ${list(COMMANDS)}.`
      : `Unknown command \`${word}\`.${didYouMean(word, COMMANDS)}`,
  );
  return { kind: 'nothing' };
}

function settingOptions(): Option[] {
  return Object.entries(SETTINGS)
    .filter(([key]) => !EDITOR_SETTINGS.includes(key))
    .map(([key, { schema, description }]) => {
      const { type, enum: values } = schema as { type: string; enum?: readonly string[] };
      const last = key.replace(/^.*(?=[A-Z])/, '').toLowerCase();
      return {
        name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        setting: key as keyof Settings,
        also: ['init', 'policy'],
        description,
        ...(type === 'boolean' ? {} : { value: values?.join('|') ?? last }),
        ...(type === 'array' || type === 'object' ? { repeatable: true } : {}),
        ...OWN_WORDS[key],
      };
    });
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function optionFault({ name, rawName, value }: OptionToken, command: Command | undefined) {
  const known = command === undefined ? OPTIONS : optionsOf(command);
  const option = known.find((one) => one.name === name);
  if (option === undefined) {
    const names = known.map((one) => one.name);
    const where = OPTIONS.some((one) => one.name === name) ? `\`${command}\` has` : 'There is';
    return `${where} no option \`${rawName}\`.${didYouMean(name, names, '--')}`;
  }
  if (option.value === undefined) {
    return value === undefined ? undefined : `The option \`${rawName}\` does not take a value.`;
  }
  return value === undefined ? `The option \`${rawName}\` needs a value: \`${rawName} ${option.value}\`.` : undefined;
}

function policyOf(
  words: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
  faults: Set<string>,
): PolicyRun & { readonly kind: 'policy' } {
  for (const word of words) faults.add(`\`policy\` does not take the argument \`${word}\`.`);
  const format = given.get('format')?.at(-1) ?? 'yaml';
  if (format !== 'yaml') faults.add(wrongValue('format', format, 'It must be `yaml`.'));
  const named = given.get('action')?.at(-1) ?? 'warn';
  const action = ACTIONS.find((one) => one === named);
  if (action === undefined) faults.add(wrongValue('action', named, `It must be ${list(ACTIONS)}.`));
  const names = ruleNames(RULES);
  const rules = given.get('rules')?.flatMap((one) => one.split(','));
  for (const one of rules ?? []) {
    if (!names.all.includes(one)) {
      faults.add(`There is no rule and no category \`${one}\`.${didYouMean(one, names.all)}`);
    }
  }
  return {
    kind: 'policy',
    action: action ?? 'warn',
    rules: rules?.map((one) => names.idOf(one) ?? one),
    ...configOf(given, faults),
    given: settingsOf(given, faults),
  };
}

function useOf(
  command: Tool,
  words: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
  faults: Set<string>,
): Use & { readonly kind: 'use' } {
  const argument = ARGUMENTS[command];
  const [first, ...others] = argument === undefined ? [undefined, ...words] : words;
  if (argument !== undefined && first === undefined) {
    faults.add(`\`${command}\` needs a ${argument.name}: \`kubewin ${command} <${argument.name}>\`.`);
  }
  // `rule` knows former names of rules too.
  if (command === 'completion' && first !== undefined && !SHELLS.some((one) => one === first)) {
    faults.add(`There is no completion for \`${first}\`, only for ${list(SHELLS)}.`);
  }
  for (const word of others) faults.add(`\`${command}\` does not take the argument \`${word}\`.`);
  return {
    kind: 'use',
    command,
    words,
    format: choiceOf('format', command, given, faults),
    color: colorOf(given),
    given: settingsOf(given, faults),
  };
}

/** The configuration file that is to be read. */
function configOf(given: ReadonlyMap<string, readonly string[]>, faults: Set<string>): Pick<Run, 'config'> {
  const config = given.get('config')?.at(-1);
  if (config === '') faults.add(wrongValue('config', config, 'It must be a path.'));
  if (config !== undefined && given.has('no-config')) faults.add('Use either `--config` or `--no-config`, not both.');
  return { config: given.has('no-config') ? 'none' : config === undefined ? undefined : { path: config } };
}

/** The value of an option that has some to choose from; the first one by default. */
function choiceOf(
  name: string,
  command: Command,
  given: ReadonlyMap<string, readonly string[]>,
  faults: Set<string>,
): string {
  const option = optionsOf(command).find((one) => one.name === name);
  const choices = option === undefined ? [] : choicesOf(option);
  const value = given.get(name)?.at(-1) ?? choices[0] ?? '';
  if (choices.length > 0 && !choices.includes(value))
    faults.add(wrongValue(name, value, `It must be ${list(choices)}.`));
  return value;
}

function colorOf(given: ReadonlyMap<string, readonly string[]>): boolean | undefined {
  return given.has('no-color') ? false : given.has('color') ? true : undefined;
}

function runOf(
  command: Reader,
  paths: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
  faults: Set<string>,
): Run & { readonly kind: 'run' } {
  const outputs = destinationsOf(command, given.get('format') ?? ['text'], faults);
  const settings = settingsOf(given, faults);
  const { config } = configOf(given, faults);
  if (given.has('fix') && given.has('fix-dry-run')) faults.add('Use either `--fix` or `--fix-dry-run`, not both.');
  const stdinFilename = given.get('stdin-filename')?.at(-1);
  if (stdinFilename === '') faults.add(wrongValue('stdin-filename', stdinFilename, 'It must be a path.'));
  if (stdinFilename !== undefined && !paths.includes(STDIN_PATH)) {
    faults.add(`\`--stdin-filename\` needs the path \`${STDIN_PATH}\`.`);
  }
  const threads = given.get('threads')?.at(-1);
  if (threads !== undefined && !/^[1-9]\d?$/.test(threads)) {
    faults.add(wrongValue('threads', threads, 'It must be a number from 1 to 99.'));
  }
  const maxFindings = given.get('max-findings')?.at(-1);
  if (maxFindings !== undefined && !/^\d{1,9}$/.test(maxFindings)) {
    faults.add(wrongValue('max-findings', maxFindings, 'It must be a number.'));
  }
  const failOnText = given.get('fail-on')?.at(-1) ?? 'warning';
  const failOn = FAIL_ON.find((one) => one === failOnText);
  if (failOn === undefined) faults.add(wrongValue('fail-on', failOnText, `It must be ${list(FAIL_ON)}.`));
  for (const name of ['baseline', 'write-baseline', 'files-from']) {
    if (given.get(name)?.at(-1) === '') faults.add(wrongValue(name, '', 'It must be a path.'));
  }
  const filesFrom = given.get('files-from')?.at(-1);
  const readsStdin = paths.includes(STDIN_PATH) || filesFrom === STDIN_PATH;
  if (filesFrom === STDIN_PATH && paths.includes(STDIN_PATH)) {
    faults.add('Standard input is either a manifest or the list of `--files-from`, not both.');
  }
  if (given.has('quiet') && given.has('hints')) faults.add('Use either `--quiet` or `--hints`, not both.');
  for (const name of ['fix-dry-run', 'write-baseline']) {
    if (given.has('watch') && given.has(name)) faults.add(`Use either \`--watch\` or \`--${name}\`, not both.`);
  }
  if (given.has('watch') && readsStdin) faults.add('`--watch` needs files: standard input is read only once.');
  const writeBaseline = given.get('write-baseline')?.at(-1);
  if (writeBaseline && outputs.some(({ file }) => file && resolve(file) === resolve(writeBaseline))) {
    faults.add(`A format and the baseline cannot be written to the same file: \`${writeBaseline}\`.`);
  }
  return {
    kind: 'run',
    command,
    paths,
    stdinFilename,
    failIfEmpty: given.has('fail-if-empty'),
    outputs,
    fix: given.has('fix') ? 'make' : given.has('fix-dry-run') ? 'show' : undefined,
    hints: given.has('hints'),
    quiet: given.has('quiet'),
    statistics: given.has('statistics'),
    maxFindings: maxFindings === undefined ? undefined : Number(maxFindings),
    failOn: failOn ?? 'warning',
    baseline: given.get('baseline')?.at(-1),
    writeBaseline,
    omitsSuppressed: given.has('no-suppressed'),
    filesFrom,
    watch: given.has('watch'),
    threads: threads === undefined ? undefined : Number(threads),
    color: given.has('no-color') ? false : given.has('color') ? true : undefined,
    config,
    given: given.has('report-unused-suppressions') ? withUnused(settings) : settings,
  };
}

/** With the severity of directives that do nothing, which users can still set. */
function withUnused(settings: RawSettings): RawSettings {
  return { ...settings, rules: { [UNUSED]: 'warning', ...(settings['rules'] as object | undefined) } };
}

const FORMATS_OF = { check: FORMATS, explain: EXPLAIN_FORMATS, migrate: REPORTS } as const;

function destinationsOf(command: Reader, values: readonly string[], faults: Set<string>): Destination[] {
  const known: readonly Destination['format'][] = FORMATS_OF[command];
  const outputs = values.flatMap((value) => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
    const format = known.find((one) => one === name);
    if (format === undefined) {
      faults.add(wrongValue('format', name, `It must be ${list(known)}.${didYouMean(name, known)}`));
      return [];
    }
    if (file === '') faults.add(`\`--format ${value}\`: the path of the file is missing.`);
    return [{ format, file }];
  });
  const open = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  if (open.length > 1) {
    faults.add(
      `Only one format can go to standard output, not ${open.map((one) => `\`${one}\``).join(' and ')}. Write others to files: \`--format ${open[1]}=file\`.`,
    );
  }
  const files = outputs.flatMap(({ file }) => (file ? [file] : []));
  for (const file of files.filter((one, i) => files.findIndex((other) => resolve(other) === resolve(one)) < i)) {
    faults.add(`Two formats cannot be written to the same file: \`${file}\`.`);
  }
  return outputs;
}

function settingsOf(given: ReadonlyMap<string, readonly string[]>, faults: Set<string>): RawSettings {
  const raw: Record<string, unknown> = {};
  for (const option of OPTIONS) {
    const { name, setting } = option;
    if (setting === undefined) continue;
    const legal: string[] = [];
    for (const value of given.get(name) ?? []) {
      const fault = settingFault(option, setting, value);
      if (fault === undefined) legal.push(value);
      else faults.add(fault);
    }
    if (legal.length > 0) raw[setting] = rawSetting(option, legal);
  }
  return raw;
}

/** What several values of an option say together, as `readSettings` takes it. */
function rawSetting({ setting, value, repeatable }: Option, values: readonly string[]): unknown {
  const pairs = values.map((one) => one.split('=', 2));
  if (setting === 'rules') return Object.fromEntries(pairs);
  if (setting === 'embeddedPods') {
    const pathsOf = (kind: string) => pairs.flatMap(([other, path = '']) => (other === kind ? [path] : []));
    return Object.fromEntries(pairs.map(([kind = '']) => [kind, pathsOf(kind)]));
  }
  if (value === undefined) return true;
  return repeatable ? values : values.at(-1);
}

function settingFault(option: Option, setting: keyof Settings, value: string): string | undefined {
  if (setting === 'rules') return ruleFault(value);
  return readSettings({ [setting]: rawSetting(option, [value]) }).faults.length === 0
    ? undefined
    : wrongValue(option.name, value, setting === 'embeddedPods' ? KIND_AND_PATH : legalValues(setting));
}

const KIND_AND_PATH = 'It must be a kind and a path, such as `example.com/Widget=spec.template`.';

function wrongValue(name: string, value: string, legal: string): string {
  return `Invalid value for \`--${name}\`: \`${value}\`. ${legal}`;
}

function ruleFault(text: string): string | undefined {
  const [id = '', severity] = text.split('=', 2);
  const known = ruleNames(RULES).all;
  if (!known.includes(id)) {
    return `\`--rule ${text}\`: there is no rule and no category \`${id}\`.${didYouMean(id, known)}`;
  }
  const { enum: severities } = SETTINGS.rules.schema['additionalProperties'] as { enum: readonly string[] };
  return severities.includes(severity ?? '')
    ? undefined
    : `\`--rule ${text}\`: the severity must be ${list(severities)}.`;
}
