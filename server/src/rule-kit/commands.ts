import { type Container, containerAround, type Pod } from '../kubernetes/pod.ts';
import type { Field, FieldPattern } from '../lint/rule.ts';
import type { Span } from '../text/span.ts';
import { inContainers } from './field-patterns.ts';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => `${probe}.exec.command`);
const HOOKS = ['postStart', 'preStop'].map((hook) => `lifecycle.${hook}.exec.command`);

/** The lists that are command lines of a container itself. */
export const OWN_COMMANDS: readonly FieldPattern[] = [...inContainers('command'), ...inContainers('args')];

/** The command lines of probes. */
export const PROBE_COMMANDS: readonly FieldPattern[] = inStartedContainers(PROBES);

/** Every list that is a command line. */
export const COMMANDS: readonly FieldPattern[] = [...OWN_COMMANDS, ...PROBE_COMMANDS, ...inStartedContainers(HOOKS)];

/** Every list of a container that is a command line. */
export function commandLists({ field }: Container): Field[] {
  return ['command', 'args', ...PROBES, ...HOOKS].flatMap((path) => field.at(...path.split('.')) ?? []);
}

/** The shells that Linux images have. */
export const LINUX_SHELLS: readonly string[] = ['sh', 'bash', 'ash'];

/** Programs that every Linux image has, and no Windows base image. */
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

/** Whether other programs have commands of the same name as a program of Linux. */
export function isSubcommand(name: string): boolean {
  return ['cat', 'cp', 'kill', 'ls', 'mv', 'ps', 'rm', 'touch', 'true'].includes(name);
}

/** Whether a program is named by a path of Linux systems, as in `/bin/sh`. */
export function isLinuxPath(program: string): boolean {
  return /^\/(?:bin|sbin|usr)\//.test(program) && !/\.(?:exe|bat|cmd|ps1)$/i.test(program);
}

/** Whether a program is a shell of Linux, or named by a path of Linux systems. */
export function isLinuxShell(program: string): boolean {
  return isLinuxPath(program) || LINUX_SHELLS.includes(program);
}

/** A command line with the words that are strings, those of `args` behind those of `command`. */
export interface CommandLine {
  readonly container: Container;
  readonly words: readonly Word[];
  /** The word that names the program, behind `cmd /c` where that comes first; the whole string may hold more. */
  readonly program: Word | undefined;
}

/** A string of a command line, or a part of one between blanks. */
export interface Word {
  readonly field: Field;
  readonly text: string;
}

/** The command line that a list makes; undefined for arguments that stand behind a `command` and belong to that. */
export function commandLine(pod: Pod, list: Field): CommandLine | undefined {
  const container = containerAround(pod, list);
  if (container === undefined) return undefined;
  const isOwn = list.parent === container.field;
  if (isOwn && list.key === 'args' && container.field.get('command')?.isSequence) return undefined;
  const args = isOwn && list.key === 'command' ? container.field.get('args') : undefined;
  const words = [...list.items(), ...(args?.items() ?? [])].flatMap((field): Word[] =>
    field.string === undefined ? [] : [{ field, text: field.string }],
  );
  return { container, words, program: programOf(words) };
}

/** The name of a program in lower case, without folders and `.exe`. */
export function programName(text: string): string {
  return text.toLowerCase().replace(/^.*[\\/]|\.exe$/g, '');
}

/** Where a text stands in a string; all of the string where it is written in another way there. */
export function spanWithin(field: Field, text: string): Span {
  const { start } = field.valueSpan;
  const at = field.raw.indexOf(text);
  return at < 0 ? field.valueSpan : { start: start + at, end: start + at + text.length };
}

/** An absolute path to a program of Windows, in whose folders blanks may be. */
const PROGRAM_PATH = /^(?:[a-z]:[\\/]|\\)(?:(?!\.exe\s)[^:"<>|*?])*\.exe$/i;

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}

function programOf(words: readonly Word[]): Word | undefined {
  const parts = words.flatMap(({ field, text }, i) => {
    const whole = unquoted(text.trim());
    const isPath = i === 0 && PROGRAM_PATH.test(whole);
    return (isPath ? [whole] : text.trim().split(/\s+/)).map((part): Word => ({ field, text: unquoted(part) }));
  });
  const [first, ...others] = parts;
  return first === undefined || programName(first.text) !== 'cmd'
    ? first
    : others.find(({ text }) => !/^\/[a-z](?::\w+)?$/i.test(text));
}

function inStartedContainers(paths: readonly string[]): FieldPattern[] {
  return ['containers', 'initContainers'].flatMap((list) => paths.map((path) => `spec.${list}[*].${path}`));
}
