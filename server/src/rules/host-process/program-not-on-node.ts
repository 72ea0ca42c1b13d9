import { message, type Rule } from '../../lint/rule.ts';
import { COMMANDS, commandLine, spanWithin } from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'host-process/program-not-on-node',
  title: 'HostProcess container that starts pwsh',
  since: '0.1',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings }) {
      const line = commandLine(pod, list);
      const program = line?.program;
      if (line === undefined || program === undefined || !/^pwsh(?:\.exe)?$/i.test(program.text)) return;
      if (!isInHostProcess(pod, settings.kubernetesVersion, list)) return;
      // The container may have the folder of the program in its own `PATH`.
      const variables = line.container.field.get('env')?.items() ?? [];
      if (variables.some((variable) => variable.get('name')?.string?.toLowerCase() === 'path')) return;
      const { field, text } = program;
      yield {
        at: spanWithin(field, text),
        field: field.path,
        message: message('`{0}` may not be found: this HostProcess container starts programs of the node.', text),
        fixes:
          field.string === text
            ? [
                {
                  title: 'Change the program to `powershell.exe`',
                  safety: 'review',
                  changes: [{ kind: 'replace', path: field.path, value: 'powershell.exe' }],
                },
              ]
            : [],
      };
    },
  },
  outcomes: [{ effect: 'differs', since: '1.22', result: 'Windows Server does not include PowerShell 7.' }],
  why: `A HostProcess container finds programs in its own root folder and in the \`Path\` of the node. Windows Server
includes Windows PowerShell (\`powershell.exe\`), but not PowerShell 7 (\`pwsh.exe\`). Use \`powershell.exe\`, install
PowerShell 7 on the nodes, or start \`pwsh.exe\` by its path below \`%CONTAINER_SANDBOX_MOUNT_POINT%\`.

The \`Path\` of its image refers to folders of the node, too.`,
  sources: [
    docs.hostProcess,
    {
      title: 'Microsoft: Install PowerShell on Windows, Linux, and macOS',
      url: 'https://learn.microsoft.com/en-us/powershell/scripting/install/install-powershell',
    },
  ],
} satisfies Rule;
