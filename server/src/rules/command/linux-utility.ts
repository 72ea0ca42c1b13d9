import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { COMMANDS, type CommandLine, commandLineOf, isSubcommand, LINUX_UTILITIES } from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { baseImage, builtOn, imageOf, imageOs, mayHavePosixShell } from '../../windows/images.ts';

export default {
  id: 'command/linux-utility',
  code: 'KW1009',
  title: 'Linux utility in a Windows container',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    check(list, { settings, once, report }) {
      const line = once(list, commandLineOf);
      const { program } = line ?? {};
      if (line === undefined || program === undefined || !LINUX_UTILITIES.includes(program.text)) return;
      const image = imageOf(line.container);
      // The first argument of the image's program may be a subcommand.
      const isArgument = list.key === 'args' && program.field === line.words[0]?.field;
      if (isArgument && isSubcommand(program.text) && baseImage(image) === undefined) return;
      // Another rule reports Linux images.
      if (mayHavePosixShell(image, settings.posixShellImages) || imageOs(image, settings)?.os === 'linux') return;
      report({
        at: program.field.valueSpan,
        field: program.field.path,
        message: message('`{0}` is a Linux program that does not exist in Windows base images.', program.text),
        fixes: counterpart(list, line),
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The command works only if the image contains the program.' }],
  why: `Windows base images contain few of the programs that exist in every Linux image: \`curl.exe\` and \`tar.exe\`,
but not \`cat\` or \`sleep\`. PowerShell has aliases for many of them, which work only inside PowerShell. Use
\`powershell -Command\` with \`Start-Sleep\` or \`Get-Content\`, or \`cmd\` commands such as \`type\` and \`copy\`.

List images that contain such programs in the setting \`kubewin.posixShellImages\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** Windows counterparts of the simplest commands. */
function counterpart(list: Field, { container, words }: CommandLine): Fix[] {
  if (words.length !== list.items().length || words.some(({ text }) => /\s|["'$]/.test(text))) return [];
  const [name, ...args] = words.map(({ text }) => text);
  const [first = '', second = ''] = args;
  const hasPowerShell = builtOn(imageOf(container))?.id !== 'nanoserver';
  if (name === 'cat' && args.length === 1) {
    return [runInstead(list, '`cmd /c type`', ['cmd', '/c', `type ${first.replaceAll('/', '\\')}`])];
  }
  if (!hasPowerShell) return [];
  if (name === 'sleep' && args.length === 1 && /^\d+$/.test(first)) {
    const script = `Start-Sleep -Seconds ${first}`;
    return [runInstead(list, 'PowerShell `Start-Sleep`', ['powershell', '-Command', script])];
  }
  if (name === 'tail' && args.length === 2 && /^-[fF]$/.test(first)) {
    const script = `Get-Content -Wait ${second}`;
    return [runInstead(list, 'PowerShell `Get-Content -Wait`', ['powershell', '-Command', script])];
  }
  return [];
}

function runInstead(list: Field, command: string, value: readonly string[]): Fix {
  return {
    title: t`Run ${command} instead`,
    safety: 'review',
    changes: [{ kind: 'replace', path: list.path, value }],
  };
}
