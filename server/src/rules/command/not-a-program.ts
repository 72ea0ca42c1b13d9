import { type Field, type Fix, message, type Problem, type Rule } from '../../lint/rule.ts';
import { COMMANDS, commandLineOf } from '../../rule-kit/commands.ts';
import { code } from '../../rule-kit/sources.ts';
import { isInHostProcess, mayStartWithCmd } from '../../windows/host-process.ts';
import { baseImage, builtOn, type Image, imageOf } from '../../windows/images.ts';

/** The commands of `cmd.exe` for which Windows has no program. */
const BUILT_INS: ReadonlySet<string> = new Set(
  `assoc call cd chdir cls copy date del dir echo erase exit for ftype if md mkdir mklink move popd pushd rd rem ren
  rename rmdir set start time title type ver vol`.split(/\s+/),
);

/** A shell with arguments, or the path of a program with arguments: no folder has such a name. */
const COMMAND_LINE = /^(?:["']?(?:cmd|powershell|pwsh)(?:\.exe)?|[^<>|*?]*?\.exe)["']?\s+\S/i;

/** A word followed by an option: no program has such a name. */
const WITH_OPTION = /^[\w.-]+\s+[-/]\w/;

/** A PowerShell script, perhaps with arguments; a path with a drive may contain spaces. */
const SCRIPT = /^(?:[a-z]:[\\/](?:(?!\s[-/])[^:"<>|*?])*?|[^\s"']*)\.ps1(?=\s|$)/i;

/** What only a shell interprets: a redirection, a pipe, or the end of a command. */
const OPERATOR = /[<>|]|&&|(?:^|\s)&|&(?:\s|$)/;

/** A shell that interprets the operators behind its own name. `powershell -File` passes them to the script. */
const SHELL = /^(?:\S*[\\/])?(?:cmd(?:\.exe)?\s|(?:powershell|pwsh)(?:\.exe)?\s(?!(?:.*\s)?-file\s))/i;

/** A file name with blanks, such as `start web.exe`. */
const FILE_NAME = /^[^\\/:]*\.(?:bat|cmd|com|exe)$/i;

const PRE_STOP = 'the command is a `preStop` hook';
const SCRIPT_FILE = 'the command is a PowerShell script';
const NO_PROGRAM = 'there is no program with the name of the command';

export default {
  id: 'command/not-a-program',
  code: 'KW1010',
  title: 'Command that is not a program',
  since: '0.1',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    check(list, { pod, verdict, settings, once, report }) {
      const line = once(list, commandLineOf);
      const [first] = line?.words ?? [];
      if (line === undefined || first === undefined || first.field !== list.items()[0]) return;
      const image = imageOf(line.container);
      // Without a `command`, `args` are arguments of the image's program. Base images have none.
      if (list.key === 'args' && baseImage(image) === undefined) return;
      const text = first.text.trim();
      const [script] = SCRIPT.exec(text) ?? [];
      const problem = (template: string, name: string, fixes: Fix[], caseName = NO_PROGRAM): Problem => ({
        at: first.field.valueSpan,
        field: first.field.path,
        case: list.path.includes('preStop') ? PRE_STOP : caseName,
        message: message(template, name),
        fixes,
      });
      const words = text.split(/\s+/);
      const [name = ''] = words;
      const isBuiltIn = BUILT_INS.has(name.toLowerCase());
      const isOfNode = isInHostProcess(pod, settings.kubernetesVersion, list);
      // `cmd` interprets the command lines of these containers, but does not run scripts of PowerShell.
      const isInCmd = isOfNode && mayStartWithCmd(settings.containerRuntime);
      if (isInCmd && script === undefined) return;
      if (COMMAND_LINE.test(text) || (script === undefined && !isBuiltIn && WITH_OPTION.test(text))) {
        report(
          problem(
            '`{0}` is one string, and Windows looks for a program with this whole name.',
            shortened(words.join(' ')),
            OPERATOR.test(text) && !SHELL.test(text)
              ? inShell(list, words)
              : rewritten(list, 'Split the command line into its words', words),
          ),
        );
      } else if (script !== undefined) {
        // A script with a shebang works on Linux.
        if (verdict.certainty === 'guessed') return;
        const args = text.slice(script.length).split(/\s+/).filter(Boolean);
        const hasPowerShell = builtOn(image)?.id !== 'nanoserver';
        report(
          problem(
            '`{0}` is a script, and Windows can only start programs.',
            script,
            hasPowerShell ? runScript(list, script, args) : [],
            SCRIPT_FILE,
          ),
        );
      } else if (isBuiltIn && isOfMicrosoft(image) && !isOfNode) {
        report(problem('`{0}` is a command of `cmd.exe`, and not a program.', name, inShell(list, words)));
      } else if (isBuiltIn && isOfNode && words.length > 1 && !FILE_NAME.test(text)) {
        // The node may have a program with the name of the command, but none with the name of the whole line.
        report(
          problem(
            '`{0}` is one string, and Windows looks for a program with this whole name.',
            shortened(words.join(' ')),
            inShell(list, words),
          ),
        );
      }
    },
  },
  outcomes: [
    { effect: 'differs', case: PRE_STOP, result: 'The hook fails.' },
    { effect: 'fails', case: SCRIPT_FILE, result: 'It cannot start.' },
    {
      effect: 'fails',
      case: NO_PROGRAM,
      result: 'It cannot start.',
      seen: 'The system cannot find the file specified. (0x2)',
    },
  ],
  why: `The first string of a command is the name of a program, without a shell. Commands such as \`dir\` and \`echo\`
exist only in \`cmd.exe\`, and a \`.ps1\` file only runs in PowerShell. Write one string for each word, and start the
shell explicitly: \`["cmd", "/c", "dir"]\` or \`["powershell", "-File", "C:\\\\app\\\\start.ps1"]\`.

The container runtime puts a string with blanks in quotes, so that Windows looks for a program with this whole name.
Operators such as \`>\`, \`|\` and \`&&\` need a shell: \`["cmd", "/c", "ping -t localhost > nul"]\`.

With containerd 1.6, this also applies to HostProcess containers. Later versions start their command lines with \`cmd /c\` on
Windows Server 2022 and later.`,
  sources: [
    {
      title: 'Azure/AKS issue 1836: Windows Containers that use livenessProbe & readinessProbe using ExecAction fail',
      url: 'https://github.com/Azure/AKS/issues/1836',
    },
    {
      title: 'Microsoft: Windows commands',
      url: 'https://learn.microsoft.com/en-us/windows-server/administration/windows-commands/windows-commands',
    },
    code('containerd internal/cri/opts/spec_windows_opts.go escapeAndCombineArgsWindows'),
    code('microsoft/hcsshim internal/jobcontainers/path.go getApplicationName'),
    code('microsoft/hcsshim internal/jobcontainers/jobcontainer.go CreateProcess'),
  ],
} satisfies Rule;

/** Whether all programs in the image are known, because Microsoft made it: others may contain a `dir.exe`. */
function isOfMicrosoft(image: Image): boolean {
  return image.registry === 'mcr.microsoft.com' && builtOn(image) !== undefined;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The list with its first string as the command line of `cmd.exe`, which gets one string if it has to interpret operators. */
function inShell(list: Field, words: readonly string[]): Fix[] {
  const title = 'Run it with `cmd /c`';
  const line = words.join(' ');
  if (!OPERATOR.test(line)) return rewritten(list, title, ['cmd', '/c', ...words]);
  const [, ...others] = list.items().map((item) => item.string);
  const rest = others.flatMap((text) => text ?? []);
  if (rest.length < others.length || /["']/.test(line) || rest.some((word) => /[\s"']|^$/.test(word))) return [];
  return replaced(list, title, ['cmd', '/c', [line, ...rest].join(' ')]);
}

/** The list with a script and its arguments as the arguments of PowerShell. */
function runScript(list: Field, script: string, args: readonly string[]): Fix[] {
  if (!args.some((arg) => OPERATOR.test(arg))) {
    return rewritten(list, 'Run it with `powershell -File`', ['powershell', '-File', script, ...args]);
  }
  return /\s/.test(script) ? [] : inShell(list, ['powershell', '-File', script, ...args]);
}

/** The list with its first string split into words; no fix if the string contains quotes. */
function rewritten(list: Field, title: string, words: readonly string[]): Fix[] {
  const [, ...others] = list.items().map((item) => item.string);
  const rest = others.flatMap((text) => text ?? []);
  if (rest.length < others.length || words.some((word) => /["']/.test(word))) return [];
  return replaced(list, title, [...words, ...rest]);
}

function replaced(list: Field, title: string, value: string[]): Fix[] {
  return [{ title, safety: 'review', changes: [{ kind: 'replace', path: list.path, value }] }];
}
