import { type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  type CommandLine,
  commandLineOf,
  isLinuxPath,
  isLinuxShell,
  LINUX_SHELLS,
  programName,
} from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { builtOn, imageOf, imageOs, mayHavePosixShell } from '../../windows/images.ts';

export default {
  id: 'command/linux-shell',
  code: 'KW1008',
  title: 'Linux shell in a Windows container',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    check(list, { settings, once, report }) {
      const line = once(list, commandLineOf);
      const text = line?.program?.text ?? '';
      const isPath = isLinuxPath(text);
      if (line?.program === undefined || !isLinuxShell(text)) return;
      const image = imageOf(line.container);
      // Another rule reports Linux images.
      if (mayHavePosixShell(image, settings.posixShellImages) || imageOs(image, settings)?.os === 'linux') return;
      report({
        at: line.program.field.valueSpan,
        field: line.program.field.path,
        case: isPath
          ? 'the command starts with a Linux path, such as `/bin/sh`'
          : 'the command starts with the name of a Linux shell, such as `sh`',
        message: message(
          isPath
            ? '`{0}` does not exist in Windows base images: it is a Linux path.'
            : '`{0}` does not exist in Windows base images: it is a Linux shell.',
          text,
        ),
        fixes: LINUX_SHELLS.includes(programName(text)) ? otherShells(line) : [],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the command starts with a Linux path, such as `/bin/sh`',
      doubtful: true,
      result: 'The command probably fails.',
      seen: 'The system cannot find the file specified.',
    },
    {
      effect: 'differs',
      case: 'the command starts with the name of a Linux shell, such as `sh`',
      result: 'The command works only if the image contains the shell.',
    },
  ],
  why: `Windows images contain \`cmd.exe\`, and those based on Server Core also \`powershell.exe\`, but not
\`/bin/sh\`. If its command does not exist, a container does not start, and a probe or hook fails. Rewrite the command
for a Windows shell.

List images that contain a POSIX shell in the setting \`kubewin.posixShellImages\`.`,
  sources: [docs.windowsIntro, docs.windowsGuide],
} satisfies Rule;

/** Windows shells to run the script of `sh -c`, if the script is one string. */
function otherShells({ container, words }: CommandLine): Fix[] {
  const [shell, flag, script, ...others] = words;
  if (shell === undefined || flag === undefined || script === undefined || others.length > 0) return [];
  if (/\s/.test(shell.text) || !/^-[a-z]*c$/.test(flag.text)) return [];
  const isNano = builtOn(imageOf(container))?.id === 'nanoserver';
  const shells = [
    // `cmd /c` reads only one line.
    ...(script.text.trim().includes('\n') ? [] : [['cmd', '/c'] as const]),
    ...(isNano ? [] : [['powershell', '-Command'] as const]),
  ];
  return shells.map(([name, option]) => ({
    title: t`Run it with \`${name} ${option}\``,
    safety: 'review',
    changes: [
      { kind: 'replace', path: shell.field.path, value: name },
      { kind: 'replace', path: flag.field.path, value: option },
    ],
  }));
}
