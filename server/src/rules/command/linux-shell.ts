import {
  COMMANDS,
  type CommandLine,
  commandLine,
  isLinuxPath,
  isLinuxShell,
  LINUX_SHELLS,
  programName,
} from '../../lint/commands.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { bringsPosixShell, builtOn, imageOs, parseImage } from '../../windows/images.ts';

export default {
  id: 'command/linux-shell',
  title: 'Linux shell in a Windows container',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings }) {
      const line = commandLine(pod, list);
      const text = line?.program?.text ?? '';
      const isPath = isLinuxPath(text);
      if (line?.program === undefined || !isLinuxShell(text)) return;
      const image = parseImage(line.container.field.get('image')?.string ?? '');
      // Of a Linux image another rule tells.
      if (bringsPosixShell(image, settings.posixShellImages) || imageOs(image, settings)?.os === 'linux') return;
      yield {
        at: line.program.field.valueSpan,
        field: line.program.field.path,
        case: isPath
          ? 'the shell is named by its path, as in `/bin/sh`'
          : 'the shell is named without a path, as in `sh`',
        message: message(
          isPath
            ? '`{0}` is a path of Linux, and no Windows base image has such a file.'
            : '`{0}` is a shell of Linux, and no Windows base image has it.',
          text,
        ),
        fixes: LINUX_SHELLS.includes(programName(text)) ? otherShells(line) : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the shell is named by its path, as in `/bin/sh`',
      doubtful: true,
      result: 'The command is likely to fail.',
      seen: 'The system cannot find the file specified.',
    },
    {
      effect: 'differs',
      case: 'the shell is named without a path, as in `sh`',
      result: 'The command works only if this image brings one along.',
    },
  ],
  why: `Windows images have \`cmd.exe\`, and those on Server Core also \`powershell.exe\`; there is no \`/bin/sh\`. A container whose command is not
found does not start, a probe fails, and so does a hook. What the shell was given to run has to be written anew for the other shell.
Images that do bring a POSIX shell can be named in \`kubewin.posixShellImages\`.`,
  sources: [docs.windowsIntro, docs.windowsGuide],
} satisfies Rule;

/** Another shell for `sh -c` and one string; what the string says stays as it is. */
function otherShells({ container, words }: CommandLine): Fix[] {
  const [shell, flag, script, ...others] = words;
  if (shell === undefined || flag === undefined || script === undefined || others.length > 0) return [];
  if (/\s/.test(shell.text) || !/^-[a-z]*c$/.test(flag.text)) return [];
  const isNano = builtOn(parseImage(container.field.get('image')?.string ?? ''))?.id === 'nanoserver';
  const shells = [
    // It would read one line only.
    ...(script.text.trim().includes('\n') ? [] : [['cmd', '/c'] as const]),
    ...(isNano ? [] : [['powershell', '-Command'] as const]),
  ];
  return shells.map(([name, option]) => ({
    title: `Run it with \`${name} ${option}\``,
    safety: 'review',
    changes: [
      { kind: 'replace', path: shell.field.path, value: name },
      { kind: 'replace', path: flag.field.path, value: option },
    ],
  }));
}
