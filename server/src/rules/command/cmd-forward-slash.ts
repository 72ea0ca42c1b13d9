import { message, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  type CommandLine,
  commandLineOf,
  programName,
  spanWithin,
  type Word,
} from '../../rule-kit/commands.ts';
import { t } from '../../text/localize.ts';

/** The commands of `cmd.exe` that read a slash in an argument as the start of an option. */
const FILE_COMMANDS: ReadonlySet<string> = new Set([
  'copy',
  'del',
  'dir',
  'erase',
  'md',
  'mkdir',
  'rd',
  'rmdir',
  'type',
]);

/** An option after a slash, such as `q` in `del /q` or `o-d` in `dir /o-d`. */
const OPTION = /^(?:-?[a-z]|4|[aot]:?[-acdeghilnorsw]+)$/i;

export default {
  id: 'command/cmd-forward-slash',
  code: 'KW1004',
  title: 'Forward slashes in the paths of cmd commands',
  since: '0.1',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    check(list, { once, report }) {
      const line = once(list, commandLineOf);
      const argument = line && slashedPath(line);
      if (argument === undefined) return;
      const { command, path, field, text } = argument;
      const withBackslashes = path.replaceAll('/', '\\');
      report({
        at: spanWithin(field, path),
        field: field.path,
        message: message('`{0} {1}` {effect}: `cmd` reads what follows a slash as an option.', command, path),
        fixes: [
          {
            title: t`Change \`${path}\` to \`${withBackslashes}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: text.replace(path, () => withBackslashes) }],
          },
        ],
      });
    },
  },
  outcomes: [
    { effect: 'fails', doubtful: true, phrase: 'fails', result: '', seen: 'The syntax of the command is incorrect.' },
  ],
  why: `Most Windows programs accept forward slashes in paths. The commands that \`cmd\` runs itself, such as
\`type\`, \`copy\`, \`del\` and \`mkdir\`, read them as options instead, and end with an error. Write backslashes:
\`C:\\data\\ready\`.

In YAML, use no quotes or single quotes around them.`,
  sources: [
    {
      title: 'Super User: How does pushd exactly behave regarding path with slashes',
      url: 'https://superuser.com/questions/1060121/how-does-pushd-exactly-behave-regarding-path-with-slashes/1060315',
    },
  ],
} satisfies Rule;

interface SlashedPath extends Word {
  readonly command: string;
  readonly path: string;
}

/** The first path with slashes in the arguments of such a command that `cmd /c` runs. */
function slashedPath({ words }: CommandLine): SlashedPath | undefined {
  const [shell, ...others] = words;
  if (shell === undefined || programName(shell.text) !== 'cmd') return undefined;
  const start = others.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  let isStart = true;
  let command: string | undefined;
  for (const { field, text } of start < 0 ? [] : others.slice(start + 1)) {
    for (const token of tokens(text)) {
      if (/^[&|()]$/.test(token)) {
        isStart = true;
        command = undefined;
      } else if (isStart) {
        const name = token.toLowerCase().replace(/^@/, '');
        command = FILE_COMMANDS.has(name) ? name : undefined;
        isStart = false;
      } else if (/[<>]/.test(token)) {
        command = undefined;
      } else if (command !== undefined && hasSlashedPath(token)) {
        return { command, path: token, field, text };
      }
    }
  }
  return undefined;
}

/** Words and the operators between commands. Quoted text is left out, because slashes in it do not start options. */
function tokens(text: string): string[] {
  return text.replace(/"[^"]*"?/g, '""').match(/[&|()]|[^\s&|()]+/g) ?? [];
}

function hasSlashedPath(token: string): boolean {
  const [before = '', ...parts] = token.split('/');
  return (
    /^(?:[a-z]:)?[\w.\\-]*$/i.test(before) && parts.some((part) => /^[\w.\\*-]+$/.test(part) && !OPTION.test(part))
  );
}
