import { COMMANDS, type CommandLine, commandLine, programName } from '../../lint/commands.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { builtOn, type Image, parseImage } from '../../windows/images.ts';

export default {
  id: 'command/powershell-in-nano-server',
  title: 'PowerShell in a Nano Server image',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings }) {
      const line = commandLine(pod, list);
      const { program } = line ?? {};
      if (line === undefined || program === undefined || programName(program.text) !== 'powershell') return;
      const image = line.container.field.get('image');
      const parsed = parseImage(image?.string ?? '');
      // A HostProcess container runs the programs of its node.
      if (
        image === undefined ||
        builtOn(parsed)?.id !== 'nanoserver' ||
        isInHostProcess(pod, settings.kubernetesVersion, list)
      )
        return;
      yield {
        at: program.field.valueSpan,
        field: program.field.path,
        message: message('The image is built on Nano Server, which has no Windows PowerShell.'),
        related: [{ at: image.valueSpan, message: 'An image on Nano Server' }],
        fixes: otherShell(line, parsed),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The command is likely to fail.',
      seen: 'The system cannot find the file specified.',
    },
  ],
  why: `Nano Server is a small image with \`cmd.exe\` and little else. Some images built on it bring PowerShell, whose program is called
\`pwsh\`: those of \`mcr.microsoft.com/powershell\` and the .NET SDK. Windows PowerShell, \`powershell.exe\`, is in Server Core.`,
  sources: [docs.baseImages],
} satisfies Rule;

/** `pwsh` in images that have it, else `cmd` for what any shell can run: one program with its arguments. */
function otherShell({ words }: CommandLine, image: Image): Fix[] {
  const [shell, flag, script, ...others] = words;
  if (shell === undefined || programName(shell.text) !== 'powershell') return [];
  const { registry, repository = '' } = image;
  if (registry === 'mcr.microsoft.com' && /^(?:powershell|dotnet\/sdk)$/.test(repository)) {
    return [
      { title: 'Run `pwsh`', safety: 'review', changes: [{ kind: 'replace', path: shell.field.path, value: 'pwsh' }] },
    ];
  }
  const isPlain =
    script !== undefined && others.length === 0 && /^[\w.:\\/]+(?: -{0,2}[\w.:\\/=]+)*$/.test(script.text);
  if (flag === undefined || !isPlain || !/^[-/]c(?:ommand)?$/i.test(flag.text)) return [];
  return [
    {
      title: 'Run it with `cmd /c`',
      safety: 'review',
      changes: [
        { kind: 'replace', path: shell.field.path, value: 'cmd' },
        { kind: 'replace', path: flag.field.path, value: '/c' },
      ],
    },
  ];
}
