import { type Container, containerAround, type Pod } from '../kubernetes/pod.ts';
import type { Field, FieldPattern, PodContext } from '../lint/rule.ts';
import type { Span } from '../text/span.ts';
import { inContainers, inLastingContainers } from './field-patterns.ts';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => `${probe}.exec.command`);
const HOOKS = ['postStart', 'preStop'].map((hook) => `lifecycle.${hook}.exec.command`);

/** The lists that are command lines of a container itself. */
export const OWN_COMMANDS: readonly FieldPattern[] = [...inContainers('command'), ...inContainers('args')];

/** The command lines of probes. */
export const PROBE_COMMANDS: readonly FieldPattern[] = inLastingContainers(...PROBES);

/** Every list that is a command line. */
export const COMMANDS: readonly FieldPattern[] = [...OWN_COMMANDS, ...PROBE_COMMANDS, ...inLastingContainers(...HOOKS)];

/** Every list of a container that is a command line. */
export function commandLists({ field }: Container): Field[] {
  return ['command', 'args', ...PROBES, ...HOOKS].flatMap((path) => field.at(...path.split('.')) ?? []);
}

/**
 * Whether a command line or an environment variable of the container names the folder, so that its program looks there,
 * or may do so in a text that is too long to search in it, or in more texts than are searched.
 */
export function namesFolder(container: Container, path: string): boolean {
  const folder = path.replace(/(?<!\/)\/+$/, '').toLowerCase();
  const variables = container.field.get('env')?.items() ?? [];
  const words = commandLists(container).flatMap((list) => list.items());
  if (variables.length + words.length > MAX_TEXTS) return true;
  const values = variables.map((variable) => variable.get('value'));
  return [...values, ...words].some(
    (field) => field?.isTooLong || containsPath(field?.text?.replaceAll('\\', '/').toLowerCase() ?? '', folder),
  );
}

/** Maximum texts per container: all of them are searched for each folder. */
const MAX_TEXTS = 1_000;

/** Whether a text contains a path that is not a part of another name. */
function containsPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    if (!/[\w.-]/.test(text[at - 1] ?? '') && !/[\w-]/.test(text[at + path.length] ?? '')) return true;
  }
  return false;
}

/** The shells that Linux images have. */
export const LINUX_SHELLS: readonly string[] = ['sh', 'bash', 'ash'];

/** Programs that exist in every Linux image, but not in Windows base images. */
export const LINUX_UTILITIES: readonly string[] = [
  'awk',
  'cat',
  'chmod',
  'chown',
  'cp',
  'grep',
  'kill',
  'ls',
  'mv',
  'nc',
  'pgrep',
  'ps',
  'rm',
  'sed',
  'sleep',
  'tail',
  'touch',
  'true',
  'wget',
];

/** Whether other programs have a subcommand with the name of this Linux program. */
export function isSubcommand(name: string): boolean {
  return ['cat', 'cp', 'kill', 'ls', 'mv', 'ps', 'rm', 'touch', 'true'].includes(name);
}

/** Whether a program has a Linux path, as in `/bin/sh`. */
export function isLinuxPath(program: string): boolean {
  return /^\/(?:bin|sbin|usr)\//.test(program) && !/\.(?:exe|bat|cmd|ps1)$/i.test(program);
}

/** Whether a path is in a folder that Linux images have, and Windows nodes do not. */
export function isPathOfLinuxImage(path: string): boolean {
  return /^\/(?:usr|s?bin|app|home|root)(?:\/|$)/.test(path);
}

/** Whether a volume of a container is mounted at a path or above it. Both may be on drive C. */
export function isInMount({ field }: Container, path: string): boolean {
  const wanted = folderOf(path);
  const mounts = field.get('volumeMounts')?.items() ?? [];
  return mounts.some((mount) => {
    const mountPath = mount.get('mountPath')?.string;
    return mountPath === undefined || wanted.startsWith(folderOf(mountPath));
  });
}

function folderOf(path: string): string {
  const unified = path
    .toLowerCase()
    .replace(/^c:/, '')
    .replace(/[\\/]+/g, '/');
  return unified.endsWith('/') ? unified : `${unified}/`;
}

/** Whether a program is a Linux shell or has a Linux path. */
export function isLinuxShell(program: string): boolean {
  return isLinuxPath(program) || LINUX_SHELLS.includes(program);
}

/** A command line. */
export interface CommandLine {
  readonly container: Container;
  /** Its strings, `command` before `args`; none if one of them is too long to search in it. */
  readonly words: readonly Word[];
  /** The word that names the program, after a leading `cmd /c`; its string may contain more. */
  readonly program: Word | undefined;
}

/** A string of a command line, or a part of one between blanks. */
export interface Word {
  readonly field: Field;
  readonly text: string;
}

/** The command line that a list forms; undefined for arguments that belong to a `command`. */
export function commandLine(pod: Pod, list: Field): CommandLine | undefined {
  const container = containerAround(pod, list);
  if (container === undefined) return undefined;
  const isOwn = list.parent === container.field;
  if (isOwn && list.key === 'args' && container.field.get('command')?.isSequence) return undefined;
  const args = isOwn && list.key === 'command' ? container.field.get('args') : undefined;
  const fields = [...list.items(), ...(args?.items() ?? [])];
  const long = fields.findIndex((field) => field.isTooLong);
  const words = fields.slice(0, long === -1 ? undefined : long).flatMap((field): Word[] => {
    const text = field.string;
    return text === undefined ? [] : [{ field, text }];
  });
  return { container, words: long === -1 ? words : [], program: programOf(words) };
}

/** `commandLine` in the form that `once` expects, because many rules need it. */
export function commandLineOf(list: Field, { pod }: Pick<PodContext, 'pod'>): CommandLine | undefined {
  return commandLine(pod, list);
}

/** A program in a shell script, with its arguments. */
export interface Call {
  /** Where it begins in the script. */
  readonly index: number;
  readonly text: string;
}

const ARGUMENTS = /(?:[ \t]+[^\s;&|<>(){}"']+)+/y;

/** The calls of a program with arguments, where a command of the script begins. The pattern is global and ends before a blank. */
export function callsIn(script: string, program: RegExp): Call[] {
  const calls: Call[] = [];
  let end = 0;
  for (const { index, 0: name } of script.matchAll(program)) {
    if (index < end || !beginsCommand(script, index)) continue;
    ARGUMENTS.lastIndex = index + name.length;
    const [args = ''] = ARGUMENTS.exec(script) ?? [];
    end = index + name.length + args.length;
    if (args !== '') calls.push({ index, text: script.slice(index, end) });
  }
  return calls;
}

function beginsCommand(script: string, index: number): boolean {
  const before = script.slice(0, index).trimEnd();
  const isFirst = before === '' || /[\r\n]/.test(script.slice(before.length, index));
  return isFirst || /(?:[;&|({"'@]|\/c|\b(?:do|else))$/i.test(before.slice(-5));
}

/** The name of a program in lower case, without folders and `.exe`. */
export function programName(text: string): string {
  return text.toLowerCase().replace(/^.*[\\/]|\.exe$/g, '');
}

/** Whether PowerShell runs a script file, to which the other words are plain arguments. */
export function runsFile(words: readonly Word[], name: string): boolean {
  const tokens = words.flatMap(({ text }) => text.trim().split(/\s+/)).map((text) => text.toLowerCase());
  const options = tokens.slice(tokens.findIndex((word) => programName(word) === name) + 1);
  const command = options.findIndex((word) => isOption(word, 'command'));
  const file = options.findIndex((word) => isOption(word, 'file'));
  // Without either, `pwsh` takes its first argument for a file.
  if (file < 0 && command < 0) return name === 'pwsh';
  return file >= 0 && (command < 0 || file < command);
}

/** Whether a word is an option of PowerShell, which may be abbreviated. */
function isOption(text: string, option: string): boolean {
  return /^[-/]\w+$/.test(text) && option.startsWith(text.slice(1));
}

/** The span of a text in a string; the whole string if the text is written differently there. */
export function spanWithin(field: Field, text: string): Span {
  const { start } = field.valueSpan;
  const at = field.raw.indexOf(text);
  return at < 0 ? field.valueSpan : { start: start + at, end: start + at + text.length };
}

/** An absolute path to a Windows program; its folders may contain blanks. */
const PROGRAM_PATH = /^(?:[a-z]:[\\/]|\\)(?:(?!\.exe\s)[^:"<>|*?])*\.exe$/i;

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}

function programOf([line, ...rest]: readonly Word[]): Word | undefined {
  if (line === undefined) return undefined;
  const whole = unquoted(line.text.trim());
  const [first, ...others] = PROGRAM_PATH.test(whole) ? [{ ...line, text: whole }] : partsOf(line);
  return first === undefined || programName(first.text) !== 'cmd'
    ? first
    : [...others, ...rest.flatMap(partsOf)].find(({ text }) => !/^\/[a-z](?::\w+)?$/i.test(text));
}

/** The parts of a string between blanks. */
function partsOf({ field, text }: Word): Word[] {
  return text
    .trim()
    .split(/\s+/)
    .map((part) => ({ field, text: unquoted(part) }));
}
