import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { COMMANDS, type CommandLine, commandLineOf, programName } from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { baseImage, builtOn, type Image, parseImage } from '../../windows/images.ts';

export default {
  id: 'command/powershell-in-nano-server',
  title: 'PowerShell in a Nano Server image',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings, once }) {
      const line = once(list, commandLineOf);
      const { program } = line ?? {};
      if (line === undefined || program === undefined) return;
      const isWindowsPowerShell = programName(program.text) === 'powershell';
      // A path may lead to a volume.
      if (!isWindowsPowerShell && !/^pwsh(?:\.exe)?$/i.test(program.text)) return;
      const image = line.container.field.get('image');
      const parsed = parseImage(image?.text ?? '');
      // A HostProcess container runs the programs of its node.
      if (
        image === undefined ||
        (isWindowsPowerShell ? builtOn : baseImage)(parsed)?.id !== 'nanoserver' ||
        isInHostProcess(pod, settings.kubernetesVersion, list)
      )
        return;
      yield {
        at: program.field.valueSpan,
        field: program.field.path,
        message: message(
          isWindowsPowerShell
            ? '`{0}` does not exist in Nano Server, the base of this image.'
            : '`{0}` does not exist in Nano Server.',
          program.text,
        ),
        related: [{ at: image.valueSpan, message: isWindowsPowerShell ? 'Image based on Nano Server' : 'Nano Server' }],
        fixes: otherShell(line, parsed),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The command probably fails.',
      seen: 'The system cannot find the file specified.',
    },
  ],
  why: `Nano Server is a minimal base image with \`cmd.exe\`, but without Windows PowerShell (\`powershell.exe\`), which
is part of Server Core. Some images based on Nano Server contain PowerShell as \`pwsh\`:
\`mcr.microsoft.com/powershell\` and the .NET SDK. Run \`pwsh\` in these images; in others, use \`cmd /c\`.`,
  sources: [docs.baseImages],
} satisfies Rule;

/** `pwsh` in images that contain it, otherwise `cmd` for a single program with arguments. */
function otherShell({ words }: CommandLine, image: Image): Fix[] {
  const [shell, flag, script, ...others] = words;
  if (shell === undefined || !['powershell', 'pwsh'].includes(programName(shell.text))) return [];
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
