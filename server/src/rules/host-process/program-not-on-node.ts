import { type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  commandLineOf,
  isInMount,
  isLinuxPath,
  isPathOfLinuxImage,
  spanWithin,
  type Word,
} from '../../rule-kit/commands.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

const LINUX_PATH = 'the command starts with a path of a Linux image, such as `/usr/local/bin/agent.exe`';

export default {
  id: 'host-process/program-not-on-node',
  code: 'KW1055',
  title: 'Program that is not on the node of a HostProcess container',
  since: '0.1',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: COMMANDS,
    check(list, { pod, settings, once, report }) {
      const line = once(list, commandLineOf);
      const program = line?.program;
      if (line === undefined || program === undefined || !(isPowerShell7(program) || isPathOfImage(program))) return;
      if (!isInHostProcess(pod, settings.kubernetesVersion, list)) return;
      const { field, text } = program;
      if (isPowerShell7(program)) {
        // The container may have the folder of the program in its own `PATH`.
        const variables = line.container.field.get('env')?.items() ?? [];
        if (variables.some((variable) => variable.get('name')?.string?.toLowerCase() === 'path')) return;
        report({
          at: spanWithin(field, text),
          field: field.path,
          message: message('`{0}` may not be found: this HostProcess container starts programs of the node.', text),
          fixes: field.string === text ? [changeTo(program, 'powershell.exe')] : [],
        });
        // Without `command`, the first argument need not be a program.
      } else if (list.key === 'command' && !isInMount(line.container, text)) {
        report({
          at: spanWithin(field, text),
          field: field.path,
          case: LINUX_PATH,
          message: message('`{0}` may not be found: a HostProcess container looks for it on the node.', text),
          fixes:
            field.string === text
              ? [changeTo(program, `%CONTAINER_SANDBOX_MOUNT_POINT%${text.replaceAll('/', '\\')}`)]
              : [],
        });
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.22',
      case: LINUX_PATH,
      doubtful: true,
      result: 'The files of its image are in another folder.',
      seen: 'failed to find executable "\\\\usr\\\\local\\\\bin\\\\agent.exe"',
    },
    { effect: 'differs', since: '1.22', result: 'Windows Server does not include PowerShell 7.' },
  ],
  why: `A HostProcess container finds programs in its own folders and in the \`Path\` of the node. Windows Server
includes Windows PowerShell (\`powershell.exe\`), but not PowerShell 7 (\`pwsh.exe\`). Use \`powershell.exe\`, install
PowerShell 7 on the nodes, or start \`pwsh.exe\` by its path below \`%CONTAINER_SANDBOX_MOUNT_POINT%\`.

Its own folders are the working directory, which is the root folder by default, and the root folder. The \`Path\` of its image
refers to folders of the node, too. So does an absolute path in a command: the files of the image
are below \`%CONTAINER_SANDBOX_MOUNT_POINT%\`, which is \`C:\\hpc\` with containerd 1.7 and later.`,
  sources: [
    docs.hostProcess,
    {
      title: 'Microsoft: Install PowerShell on Windows, Linux, and macOS',
      url: 'https://learn.microsoft.com/en-us/powershell/scripting/install/install-powershell',
    },
    {
      title: 'kubernetes/website issue 29924: a Linux path in a HostProcess pod',
      url: 'https://github.com/kubernetes/website/issues/29924',
    },
    code('microsoft/hcsshim internal/jobcontainers/jobcontainer.go CreateProcess'),
    code('microsoft/hcsshim internal/jobcontainers/path.go getApplicationName'),
  ],
} satisfies Rule;

function isPowerShell7({ text }: Word): boolean {
  return /^pwsh(?:\.exe)?$/i.test(text);
}

/** Whether a program has a path that Linux images use and Windows nodes do not. `command/linux-shell` reports the others. */
function isPathOfImage({ text }: Word): boolean {
  return isPathOfLinuxImage(text) && /^[\w./-]+$/.test(text) && !isLinuxPath(text);
}

function changeTo({ field }: Word, program: string): Fix {
  return {
    title: t`Change the program to \`${program}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: program }],
  };
}
