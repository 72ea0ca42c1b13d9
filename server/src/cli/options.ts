import { parseArgs } from 'node:util';
import { KUBERNETES_VERSIONS } from '../kubernetes/version.ts';
import { PRESETS_KNOWN, readSettings, SETTINGS, type Settings } from '../lint/settings.ts';
import { UNKNOWN_RULE, UNUSED } from '../lint/silence.ts';
import { RULES } from '../rules/index.ts';
import { didYouMean } from './nearest.ts';

export const COMMANDS = ['check', 'explain'] as const;
export type Command = (typeof COMMANDS)[number];
export const FORMATS = ['text', 'json'] as const;

/** What a user wants, read from the arguments. */
export type Wish =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  /** A sentence on what is wrong with the arguments; nothing is done then. */
  | { readonly kind: 'fault'; readonly message: string }
  | ({ readonly kind: 'run' } & Run);

export interface Run {
  readonly command: Command;
  /** As they are given; `-` is standard input. */
  readonly paths: readonly string[];
  readonly format: (typeof FORMATS)[number];
  /** Whether safe fixes are made, or only shown. */
  readonly fix: 'make' | 'show' | undefined;
  readonly hints: boolean;
  /** Undefined where the terminal decides. */
  readonly color: boolean | undefined;
  readonly settings: Settings;
}

export interface Option {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for its value in the help; undefined for one that has no value. */
  readonly value?: string;
  readonly repeatable?: boolean;
  readonly description: string;
  /** The only command that has it. */
  readonly only?: Command;
  /** The setting that it sets. */
  readonly setting?: keyof Settings;
}

/** Settings that the command line cannot have: it checks what it is told to. */
const NOT_ON_THE_COMMAND_LINE: readonly string[] = ['scope'];

/** Where the command line says it in other words than the editor. */
const OWN_WORDS: Readonly<Record<string, Partial<Option>>> = {
  rules: {
    name: 'rule',
    value: 'id=severity',
    description:
      'What becomes of a rule such as `pod/host-network` or of a category such as `image`: `off`, `error`, `warning`, `information` or `hint`. Rules that are off by default are turned on by it.',
  },
  embeddedPods: {
    name: 'embedded-pods',
    value: 'group/Kind=path',
    description: `A path from custom resources of a kind to pod templates or pod specs in them, such as \`example.com/Widget=spec.template\` or \`example.com/Widget=spec.pools[*].template\`. ${PRESETS_KNOWN}`,
  },
  exclude: {
    value: 'glob',
    description: 'Files and folders that are not read, besides those in `.gitignore`; relative to each folder given.',
  },
};

/** Every option, in the order of the help. */
export const OPTIONS: readonly Option[] = [
  { name: 'format', value: FORMATS.join('|'), description: 'How the result is written; text without a say.' },
  { name: 'fix', only: 'check', description: 'Make all safe fixes in the files, then report what remains.' },
  {
    name: 'fix-dry-run',
    only: 'check',
    description:
      'Change nothing: write what --fix would change to standard output as a unified diff, for `patch -p1` and `git apply`, and the findings to standard error.',
  },
  { name: 'hints', only: 'check', description: 'Show hints too.' },
  ...settingOptions(),
  { name: 'color', description: 'Write in color, also where the output is no terminal.' },
  { name: 'no-color', description: 'Write without color.' },
  { name: 'help', short: 'h', description: 'Show this help.' },
  { name: 'version', description: 'Show the version of Kubewin.' },
];

export function optionsOf(command: Command): readonly Option[] {
  return OPTIONS.filter(({ only }) => only === undefined || only === command);
}

export function readArguments(args: readonly string[]): Wish {
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
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const command = COMMANDS.find((one) => one === words[0]);
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const fault = optionFault(token, command);
    if (fault !== undefined) return { kind: 'fault', message: fault };
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
  }
  if (given.has('help')) return { kind: 'help', command };
  if (given.has('version')) return { kind: 'version' };
  const [word, ...paths] = words;
  if (word === undefined) return { kind: 'fault', message: `Say what to do: ${list(COMMANDS)}.` };
  if (command === undefined) {
    return { kind: 'fault', message: `There is no command \`${word}\`.${didYouMean(word, COMMANDS)}` };
  }
  return runOf(command, paths, given);
}

function settingOptions(): Option[] {
  return Object.entries(SETTINGS)
    .filter(([key]) => !NOT_ON_THE_COMMAND_LINE.includes(key))
    .map(([key, { schema, description }]) => {
      const { type, enum: values } = schema as { type: string; enum?: readonly string[] };
      const last = key.replace(/^.*(?=[A-Z])/, '').toLowerCase();
      return {
        name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        setting: key as keyof Settings,
        description,
        ...(type === 'boolean' ? {} : { value: values?.join('|') ?? last }),
        ...(type === 'array' || type === 'object' ? { repeatable: true } : {}),
        ...OWN_WORDS[key],
      };
    });
}

type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>;

function optionFault({ name, rawName, value, inlineValue }: OptionToken, command: Command | undefined) {
  const known = command === undefined ? OPTIONS : optionsOf(command);
  const option = known.find((one) => one.name === name);
  if (option === undefined) {
    const names = known.map((one) => one.name);
    const where = OPTIONS.some((one) => one.name === name) ? `\`${command}\` has` : 'There is';
    return `${where} no option \`${rawName}\`.${didYouMean(name, names, '--')}`;
  }
  if (option.value === undefined) {
    return value === undefined ? undefined : `The option \`${rawName}\` takes no value.`;
  }
  // `--format --fix`: the second was hardly meant as the value of the first.
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `The option \`${rawName}\` needs a value: \`${rawName} ${option.value}\`.` : undefined;
}

function runOf(command: Command, paths: readonly string[], given: ReadonlyMap<string, readonly string[]>): Wish {
  const format = FORMATS.find((one) => one === (given.get('format')?.at(-1) ?? 'text'));
  if (format === undefined) {
    return {
      kind: 'fault',
      message: `The value of \`--format\` is wrong: \`${given.get('format')?.at(-1)}\`. Known are ${list(FORMATS)}.`,
    };
  }
  if (given.has('fix') && given.has('fix-dry-run')) {
    return { kind: 'fault', message: 'Say either `--fix` or `--fix-dry-run`.' };
  }
  const read = settingsOf(given);
  if ('fault' in read) return { kind: 'fault', message: read.fault };
  return {
    kind: 'run',
    command,
    paths,
    format,
    fix: given.has('fix') ? 'make' : given.has('fix-dry-run') ? 'show' : undefined,
    hints: given.has('hints'),
    color: given.has('no-color') ? false : given.has('color') ? true : undefined,
    settings: read.settings,
  };
}

function settingsOf(
  given: ReadonlyMap<string, readonly string[]>,
): { readonly settings: Settings } | { readonly fault: string } {
  const raw: Record<string, unknown> = {};
  for (const { name, setting, value, repeatable } of OPTIONS) {
    const values = given.get(name);
    if (setting === undefined || values === undefined) continue;
    if (setting === 'rules') {
      const fault = values.map(ruleFault).find((one) => one !== undefined);
      if (fault !== undefined) return { fault };
      raw[setting] = Object.fromEntries(values.map((one) => one.split('=', 2)));
    } else if (setting === 'embeddedPods') {
      const pairs = values.map((one) => one.split('=', 2));
      raw[setting] = Object.fromEntries(
        pairs.map(([kind = '']) => [kind, pairs.flatMap(([other, path = '']) => (other === kind ? [path] : []))]),
      );
    } else {
      raw[setting] = value === undefined ? true : repeatable ? values : values.at(-1);
    }
  }
  const { settings, faults } = readSettings(raw);
  const [wrong] = faults;
  if (wrong === undefined) return { settings };
  const name = OPTIONS.find((one) => one.setting === wrong.key)?.name ?? wrong.key;
  const value = wrong.value instanceof Object ? (given.get(name) ?? []).join(' ') : String(wrong.value);
  return { fault: `The value of \`--${name}\` is wrong: \`${value}\`. ${legal(wrong.key)}` };
}

function ruleFault(text: string): string | undefined {
  const [id = '', severity] = text.split('=', 2);
  const ids = [...RULES.map((rule) => rule.id), UNUSED, UNKNOWN_RULE];
  const known = [...new Set([...ids, ...ids.map((one) => one.slice(0, one.indexOf('/')))])];
  if (!known.includes(id)) {
    return `\`--rule ${text}\`: there is no rule and no category \`${id}\`.${didYouMean(id, known)}`;
  }
  const { enum: severities } = SETTINGS.rules.schema['additionalProperties'] as { enum: readonly string[] };
  return severities.includes(severity ?? '')
    ? undefined
    : `\`--rule ${text}\`: say \`${id}=\` and one of ${list(severities)}.`;
}

/** What a setting may be, as a sentence. */
function legal(key: string): string {
  if (key === 'kubernetesVersion') return `Known are ${KUBERNETES_VERSIONS[0]} to ${KUBERNETES_VERSIONS.at(-1)}.`;
  if (key === 'embeddedPods') return 'A kind and a path, such as `example.com/Widget=spec.template`.';
  const { enum: values, patternErrorMessage } = SETTINGS[key as keyof Settings].schema as {
    enum?: readonly string[];
    patternErrorMessage?: string;
  };
  return values === undefined ? (patternErrorMessage ?? '') : `Known are ${list(values)}.`;
}

function list(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' and ');
}
