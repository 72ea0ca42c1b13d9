import { COMMANDS, type CommandLine, commandLine, isSubcommand, LINUX_UTILITIES } from '../../lint/commands.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { baseImage, bringsPosixShell, builtOn, imageOs, parseImage } from '../../windows/images.ts';

export default {
  id: 'command/linux-utility',
  title: 'Linux utility in a Windows container',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings }) {
      const line = commandLine(pod, list);
      const { program } = line ?? {};
      if (line === undefined || program === undefined || !LINUX_UTILITIES.includes(program.text)) return;
      const image = parseImage(line.container.field.get('image')?.string ?? '');
      // The first argument of a program of the image may be a command of its own.
      const isArgument = list.key === 'args' && program.field === line.words[0]?.field;
      if (isArgument && isSubcommand(program.text) && baseImage(image) === undefined) return;
      // Of a Linux image another rule tells.
      if (bringsPosixShell(image, settings.posixShellImages) || imageOs(image, settings)?.os === 'linux') return;
      yield {
        at: program.field.valueSpan,
        field: program.field.path,
        message: message('`{0}` is a program of Linux, and no Windows base image has it.', program.text),
        fixes: counterpart(list, line),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'The command works only if this image brings one along.' }],
  why: `Windows images have few of the programs that every Linux image has: \`curl.exe\` and \`tar.exe\` are there, \`cat\` and \`sleep\` are not.
PowerShell knows many of the names as aliases, but only within its own commands. Use \`powershell -Command\` with \`Start-Sleep\` or
\`Get-Content\`, or what \`cmd\` has, such as \`type\` and \`copy\`. Images that do bring such programs can be named in
\`kubewin.posixShellImages\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** What does the same on Windows, for the simplest uses. */
function counterpart(list: Field, { container, words }: CommandLine): Fix[] {
  if (words.length !== list.items().length || words.some(({ text }) => /\s|["'$]/.test(text))) return [];
  const [name, ...args] = words.map(({ text }) => text);
  const [first = '', second = ''] = args;
  const hasPowerShell = builtOn(parseImage(container.field.get('image')?.string ?? ''))?.id !== 'nanoserver';
  if (name === 'cat' && args.length === 1) {
    return [runInstead(list, '`cmd /c type`', ['cmd', '/c', `type ${first.replaceAll('/', '\\')}`])];
  }
  if (!hasPowerShell) return [];
  if (name === 'sleep' && args.length === 1 && /^\d+$/.test(first)) {
    const script = `Start-Sleep -Seconds ${first}`;
    return [runInstead(list, '`Start-Sleep` of PowerShell', ['powershell', '-Command', script])];
  }
  if (name === 'tail' && args.length === 2 && /^-[fF]$/.test(first)) {
    const script = `Get-Content -Wait ${second}`;
    return [runInstead(list, '`Get-Content -Wait` of PowerShell', ['powershell', '-Command', script])];
  }
  return [];
}

function runInstead(list: Field, what: string, value: readonly string[]): Fix {
  return {
    title: `Run ${what} instead`,
    safety: 'review',
    changes: [{ kind: 'replace', path: list.path, value }],
  };
}
