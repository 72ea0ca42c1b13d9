import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { COMMANDS, type CommandLine, commandLineOf, programName, type Word } from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { baseImage, builtOn, type Image, imageOf } from '../../windows/images.ts';

export default {
  id: 'command/powershell-not-in-image',
  code: 'KW1011',
  formerIds: ['command/powershell-in-nano-server'],
  title: 'PowerShell that the image does not contain',
  gate: 'guessed',
  pod: {
    watches: COMMANDS,
    check(list, { pod, settings, once, report }) {
      const line = once(list, commandLineOf);
      const { program } = line ?? {};
      if (line === undefined || program === undefined) return;
      const isWindowsPowerShell = programName(program.text) === 'powershell';
      // A path may lead to a volume.
      if (!isWindowsPowerShell && !/^pwsh(?:\.exe)?$/i.test(program.text)) return;
      const image = line.container.field.get('image');
      const parsed = imageOf(line.container);
      const base = (isWindowsPowerShell ? builtOn : baseImage)(parsed);
      // A HostProcess container runs the programs of its node.
      if (
        image === undefined ||
        base === undefined ||
        (isWindowsPowerShell && base.shells.includes('powershell')) ||
        isInHostProcess(pod, settings.kubernetesVersion, list)
      )
        return;
      report({
        at: program.field.valueSpan,
        field: program.field.path,
        message: message(
          isWindowsPowerShell
            ? '`{0}` does not exist in Nano Server, the base of this image.'
            : '`{0}` does not exist in the base image `{1}`.',
          program.text,
          base.repository,
        ),
        related: [{ at: image.valueSpan, message: isWindowsPowerShell ? 'Image based on Nano Server' : 'Base image' }],
        fixes: otherShell(line, parsed),
      });
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
  why: `Windows PowerShell (\`powershell.exe\`) is part of Server Core and larger base images, but not of Nano Server,
which has only \`cmd.exe\`. PowerShell 7 (\`pwsh.exe\`) is not part of any base image. Microsoft adds it to two images:
\`mcr.microsoft.com/powershell\` and the .NET SDK.

Run \`powershell\` in images based on Server Core, \`pwsh\` in these two, and \`cmd /c\` in others based on Nano Server.`,
  sources: [
    docs.baseImages,
    {
      title: 'Microsoft: Use PowerShell in Docker',
      url: 'https://learn.microsoft.com/en-us/powershell/scripting/install/powershell-in-docker',
    },
    {
      title: 'dotnet/docs pull request 21152: `pwsh` in a Server Core image',
      url: 'https://github.com/dotnet/docs/pull/21152',
    },
  ],
} satisfies Rule;

/** The PowerShell that the image contains, otherwise `cmd` for a single program with arguments. */
function otherShell({ words }: CommandLine, image: Image): Fix[] {
  const [shell, flag, script, ...others] = words;
  if (shell === undefined || !['powershell', 'pwsh'].includes(programName(shell.text))) return [];
  const { registry, repository = '' } = image;
  if (registry === 'mcr.microsoft.com' && /^(?:powershell|dotnet\/sdk)$/.test(repository)) return [run(shell, 'pwsh')];
  if (builtOn(image)?.shells.includes('powershell')) {
    // Without an option, `pwsh` takes its first argument for a file, and `powershell` for a command.
    return flag === undefined || flag.text.startsWith('-') ? [run(shell, 'powershell')] : [];
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

function run({ field }: Word, shell: string): Fix {
  return {
    title: t`Run \`${shell}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: shell }],
  };
}
