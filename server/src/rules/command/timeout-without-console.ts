import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  type Call,
  COMMANDS,
  type CommandLine,
  callsIn,
  commandLineOf,
  programName,
  spanWithin,
  type Word,
} from '../../rule-kit/commands.ts';
import { t } from '../../text/localize.ts';

const TIMEOUT = /timeout(?:\.exe)?(?=[ \t])/gi;

const PRE_STOP = 'the command is a `preStop` hook';
const ALONE = 'the command is only `timeout`';
const IN_SCRIPT = '`timeout` is part of a script';

export default {
  id: 'command/timeout-without-console',
  code: 'KW1013',
  title: 'timeout without a console',
  since: '0.2',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    check(list, { once, report }) {
      const line = once(list, commandLineOf);
      const wait = line && waitIn(list, line);
      if (wait === undefined) return;
      const isOwn = list.parent === line?.container.field;
      if (isOwn && list.parent?.get('tty')?.boolean) return;
      report({
        at: spanWithin(wait.field, wait.call),
        field: wait.field.path,
        case: list.path.includes('preStop') ? PRE_STOP : wait.isAlone ? ALONE : IN_SCRIPT,
        message: message(
          isOwn
            ? '`{0}` ends at once: it needs a console, which requires `stdin: true` and `tty: true`.'
            : '`{0}` ends at once: it needs a console, which probes and hooks do not have.',
          wait.call,
        ),
        fixes: wait.fixes,
      });
    },
  },
  outcomes: [
    { effect: 'differs', case: PRE_STOP, result: 'The hook fails without waiting.' },
    {
      effect: 'fails',
      case: ALONE,
      result: 'The command fails.',
      seen: 'ERROR: Input redirection is not supported, exiting the process immediately.',
    },
    { effect: 'differs', case: IN_SCRIPT, result: 'The script does not wait.' },
  ],
  why: `\`timeout.exe\` reads the keyboard, also with \`/nobreak\`. Without a console, it prints an error and ends with
exit code 1. Wait with \`ping -n 31 127.0.0.1\` instead, which takes 30 seconds, or in PowerShell with
\`Start-Sleep -Seconds 30\`.

A container has a console only with \`stdin: true\` and \`tty: true\`. The commands of probes and hooks never have one.`,
  sources: [
    {
      title: 'microsoft/azure-pipelines-agent pull request 5556: timeout.exe fails in detached containers',
      url: 'https://github.com/microsoft/azure-pipelines-agent/pull/5556',
    },
    {
      title: 'Azure/application-gateway-kubernetes-ingress pull request 980: `timeout` in a lifecycle hook',
      url: 'https://github.com/Azure/application-gateway-kubernetes-ingress/pull/980',
    },
    {
      title: 'Microsoft: timeout',
      url: 'https://learn.microsoft.com/en-us/windows-server/administration/windows-commands/timeout',
    },
  ],
} satisfies Rule;

/** The first `timeout` in a command line. */
interface Wait {
  readonly field: Field;
  readonly call: string;
  /** Whether it is the whole command line. */
  readonly isAlone: boolean;
  readonly fixes: readonly Fix[];
}

/** The rest of a command line without another command. */
const REDIRECTIONS = /^\s*(?:>[^&|;\r\n]*)?$/;

function waitIn(list: Field, { words }: CommandLine): Wait | undefined {
  const shell = programName(words[0]?.text ?? '');
  const start = scriptStart(shell, words);
  if (start === undefined) return undefined;
  const script = words.slice(start);
  // The container runtime puts a string with blanks in quotes, in which `cmd` finds no commands.
  if (shell === 'cmd' && script.length > 1 && script.some(({ text }) => /[\s"]/.test(text))) return undefined;
  // Without its folder, the program is found like in a script.
  const texts = script.map(({ text }, i) => (start + i === 0 ? shell : text));
  const text = texts.join(' ');
  const calls = callsIn(text, TIMEOUT).filter((call) => secondsOf(call) !== undefined);
  const [call] = calls;
  if (call === undefined || (start === 0 && call.text !== text)) return undefined;
  let end = 0;
  const word = script.find((_, i) => {
    end += (texts[i] ?? '').length + 1;
    return end > call.index;
  });
  if (word === undefined) return undefined;
  const isAlone = call.index === 0 && REDIRECTIONS.test(text.slice(call.text.length).replaceAll('>&', '>'));
  const otherwise = waitOtherwise(text, calls, shell);
  return {
    field: word.field,
    call: call.text,
    isAlone,
    fixes: otherwise === undefined ? [] : rewrite(list, words, start, otherwise),
  };
}

/** Where the script begins that a shell runs, or the program itself. */
function scriptStart(shell: string, words: readonly Word[]): number | undefined {
  if (shell === 'timeout') return 0;
  const isPowerShell = shell === 'powershell' || shell === 'pwsh';
  if (shell !== 'cmd' && !isPowerShell) return undefined;
  const option = isPowerShell ? /^-c(?:ommand)?$/i : /^\/[ck]$/i;
  const at = words.findIndex(({ text }) => option.test(text));
  if (at > 0) return at + 1;
  // Windows PowerShell takes its first argument for a command, and PowerShell 7 for a file.
  return shell === 'powershell' && !words[1]?.text.startsWith('-') ? 1 : undefined;
}

/** The seconds, -1 for no end; undefined for other arguments: the `timeout` of Linux has a program among them. */
function secondsOf({ text }: Call): number | undefined {
  const [, ...args] = text.split(/[ \t]+/);
  const [seconds, ...others] = args.filter((arg) => !/^[/-](?:t|nobreak)$/i.test(arg));
  return seconds !== undefined && others.length === 0 && /^(?:-1|\d{1,5})$/.test(seconds) ? Number(seconds) : undefined;
}

/** The script with another program that waits; undefined if there is none. */
function waitOtherwise(script: string, calls: readonly Call[], shell: string): string | undefined {
  let result = '';
  let end = 0;
  for (const call of calls) {
    const seconds = secondsOf(call) ?? -1;
    const next = script.slice(call.index + call.text.length).trimStart()[0];
    if (next === '<') return undefined;
    result += script.slice(end, call.index);
    if (shell === 'cmd' || shell === 'timeout') {
      const hasOutput = shell === 'timeout' || next === '>';
      result += `ping ${seconds < 0 ? '-t' : `-n ${seconds + 1}`} 127.0.0.1${hasOutput ? '' : ' >nul'}`;
    } else if (seconds < 0) return undefined;
    else result += `Start-Sleep -Seconds ${seconds}`;
    end = call.index + call.text.length;
  }
  return result + script.slice(end);
}

/** The command line with another script, if it is a single string of one line, or plain words of this list. */
function rewrite(list: Field, words: readonly Word[], start: number, script: string): Fix[] {
  const [word, ...others] = words.slice(start);
  if (word === undefined) return [];
  const isString = start > 0 && others.length === 0;
  const before = words.slice(0, start).map(({ text }) => text);
  const isList = words.length === list.items().length && words.every(({ text }) => !/[\s"']/.test(text));
  if (isString ? word.text.includes('\n') : !isList) return [];
  const program = script.includes('Start-Sleep') ? 'Start-Sleep' : 'ping';
  return [
    {
      title: t`Wait with \`${program}\` instead`,
      safety: 'review',
      changes: [
        isString
          ? { kind: 'replace', path: word.field.path, value: script }
          : { kind: 'replace', path: list.path, value: start === 0 ? script.split(' ') : [...before, script] },
      ],
    },
  ];
}
