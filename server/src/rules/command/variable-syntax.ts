import type { Container } from '../../kubernetes/pod.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  type CommandLine,
  commandLineOf,
  programName,
  runsFile,
  spanWithin,
} from '../../rule-kit/commands.ts';
import { code } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isInHostProcess, mayStartWithCmd } from '../../windows/host-process.ts';
import { baseImage, parseImage } from '../../windows/images.ts';

/** `%NAME%` and `$env:NAME`. */
const REFERENCE = /%(\w+)%|\$env:(\w+)/gi;

/** What replaces variables in a command line: in arguments of a PowerShell script nothing does, as in those of a program. */
type Shell = 'cmd' | 'powershell' | 'script' | 'program';

export default {
  id: 'command/variable-syntax',
  code: 'KW1014',
  title: 'Variable in the syntax of a shell that does not run',
  since: '0.2',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    check(list, { pod, settings, once, report }) {
      const line = once(list, commandLineOf);
      if (!line?.words.some(({ text }) => text.includes('%') || text.includes('$'))) return;
      const shell = shellOf(line, list);
      if (shell === undefined) return;
      const names = namesOf(line.container);
      const isInCmd =
        mayStartWithCmd(settings.containerRuntime) && isInHostProcess(pod, settings.kubernetesVersion, list);
      const syntax = syntaxFor(shell, list.parent === line.container.field);
      for (const { field, text } of line.words) {
        // .NET replaces variables, too.
        if (/ExpandEnvironmentVariables/i.test(text)) continue;
        const wrong = new Map(
          [...text.matchAll(REFERENCE)].flatMap(([reference, ...parts]): [string, string][] => {
            const name = names.get(parts.join('').toLowerCase());
            const isReplacedByCmd = isInCmd && isOfCmd(reference);
            return name === undefined || isReplacedByCmd || isReplaced(reference, shell) ? [] : [[reference, name]];
          }),
        );
        for (const [reference] of [...wrong].slice(0, 1)) {
          report({
            at: spanWithin(field, reference),
            field: field.path,
            message: message(template(reference, shell), reference),
            fixes: syntax === undefined ? [] : rewritten(field, text, wrong, syntax),
          });
        }
      }
    },
  },
  outcomes: [{ effect: 'fails', doubtful: true, result: 'The program probably gets the text as it is.' }],
  why: `Windows does not replace variables in a command line. Only \`cmd\` replaces \`%NAME%\`, and only PowerShell
replaces \`$env:NAME\`, except in the arguments of a script that runs with \`-File\`. For all other programs, write
\`$(NAME)\` in \`command\` or \`args\`: Kubernetes replaces it with the variable of the container.

In HostProcess containers, \`%CONTAINER_SANDBOX_MOUNT_POINT%\` and \`$env:CONTAINER_SANDBOX_MOUNT_POINT\` are replaced in
all command lines. With containerd 1.7 and later on Windows Server 2022 and later, so is every \`%NAME%\`: containerd starts
these command lines with \`cmd /c\`.`,
  sources: [
    {
      title: 'Kubernetes documentation: Define a Command and Arguments for a Container',
      url: 'https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/',
    },
    {
      title: 'Microsoft: about_PowerShell_exe',
      url: 'https://learn.microsoft.com/en-us/powershell/module/microsoft.powershell.core/about/about_powershell_exe',
    },
    {
      title: 'windows_exporter issue 1182: Environment variable in the arguments of a HostProcess container',
      url: 'https://github.com/prometheus-community/windows_exporter/issues/1182',
    },
    code('microsoft/hcsshim internal/jobcontainers/jobcontainer.go CreateProcess'),
  ],
} satisfies Rule;

/** Programs that have a syntax of their own for variables, and scripts. */
const OTHER_SHELL = /^(?:sh|bash|ash|busybox|python\d*|node|ruby|perl)$|\.(?:sh|ps1|py|js|rb|pl|vbs)$/;

/** The shell of a command line; undefined if it is unknown, or if there are several. */
function shellOf({ container, words, program }: CommandLine, list: Field): Shell | undefined {
  if (program === undefined || words[0]?.field !== list.items()[0]) return undefined;
  // Without a `command`, `args` are arguments of the program of the image, which may be a shell. Base images have none.
  const image = container.field.get('image')?.string ?? '';
  if (list.key === 'args' && baseImage(parseImage(image)) === undefined) return undefined;
  const names = words.flatMap(({ text }) => text.split(/[\s"'&|;(){}]+/).map(programName));
  const hasCmd = names.some((name) => name === 'cmd' || /\.(?:cmd|bat)$/.test(name));
  const powerShell = names.find((name) => name === 'powershell' || name === 'pwsh');
  if (powerShell !== undefined) {
    if (hasCmd) return undefined;
    return runsFile(words, powerShell) ? 'script' : 'powershell';
  }
  if (names.some((name) => OTHER_SHELL.test(name))) return undefined;
  return hasCmd ? 'cmd' : 'program';
}

/** The names of the variables of a container, by name in lower case, because Windows ignores the case. */
function namesOf({ field }: Container): ReadonlyMap<string, string> {
  const names = (field.get('env')?.items() ?? []).flatMap((variable) => variable.get('name')?.string ?? []);
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

function isReplaced(reference: string, shell: Shell): boolean {
  return shell === (isOfCmd(reference) ? 'cmd' : 'powershell');
}

function isOfCmd(reference: string): boolean {
  return reference.startsWith('%');
}

function template(reference: string, shell: Shell): string {
  if (isOfCmd(reference)) return '`{0}` is not replaced, because `cmd` does not run here.';
  return shell === 'script'
    ? '`{0}` is not replaced in an argument of a PowerShell script.'
    : '`{0}` is not replaced, because PowerShell does not run here.';
}

/** The syntax that works in a command line. Kubernetes replaces variables only in `command` and `args`. */
function syntaxFor(shell: Shell, isOwn: boolean): ((name: string) => string) | undefined {
  if (shell === 'cmd') return (name) => `%${name}%`;
  if (shell === 'powershell') return (name) => `$env:${name}`;
  return isOwn ? (name) => `$(${name})` : undefined;
}

/** Rewrites the references of one line, unless PowerShell would read one differently, because of what is around it. */
function rewritten(
  field: Field,
  text: string,
  wrong: ReadonlyMap<string, string>,
  syntax: (name: string) => string,
): Fix[] {
  const value = text.replace(REFERENCE, (reference) => {
    const name = wrong.get(reference);
    return name === undefined ? reference : syntax(name);
  });
  if (/[\n']|\$env:\w+[^\w\s"/\\]/.test(value)) return [];
  return [
    {
      title: t`Write \`${syntax('NAME')}\``,
      safety: 'review',
      changes: [{ kind: 'replace', path: field.path, value }],
    },
  ];
}
