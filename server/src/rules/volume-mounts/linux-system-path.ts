import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { containerAround } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { namesFolder } from '../../rule-kit/commands.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { ofWindowsShell, onDriveC } from '../../windows/host-paths.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { isDistributionPath, isLinuxSystemPath, isResolverFile, isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/linux-system-path',
  code: 'KW1205',
  title: 'Volume mounted at a Linux system path',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { pod, settings, report }) {
      const path = field.string ?? '';
      const hasOwnRule = isSharedMemory(path) || isResolverFile(path);
      const intended = ofWindowsShell(path);
      if ((!isLinuxSystemPath(path) && intended === undefined) || hasOwnRule || isPlaceholder(path)) return;
      const container = containerAround(pod, field);
      if (container !== undefined && namesFolder(container, path)) return;
      // With containerd 1.6, the volume of a HostProcess container is not at its mount path.
      if (settings.containerRuntime === 'containerd-1.6' && isInHostProcess(pod, settings.kubernetesVersion, field))
        return;
      report({
        at: field.valueSpan,
        message: message(textFor(path, intended), path, onDriveC(path)),
        fixes: intended === undefined ? [] : [changeValue(field, intended)],
      });
    },
  },
  outcomes: [{ effect: 'differs' }],
  why: `Windows programs do not look for system files in \`/etc\`, \`/usr\` or \`/run\`. Certificates and the time
zone, for example, are in the registry, and temporary files are in \`%TEMP%\`. The mount works, but check whether your
application reads it.

Git Bash writes \`C:\\temp\` as \`/c/temp\`, and WSL as \`/mnt/c/temp\`. Kubernetes does not: to a path without a drive,
the kubelet adds drive C.`,
  sources: [
    docs.windowsIntro,
    {
      title: 'kubernetes/kubernetes pull request 51240: allow windows mount path',
      url: 'https://github.com/kubernetes/kubernetes/pull/51240',
    },
    {
      title: 'Microsoft: Working across Windows and Linux file systems',
      url: 'https://learn.microsoft.com/en-us/windows/wsl/filesystems',
    },
  ],
} satisfies Rule;

function textFor(path: string, intended: string | undefined): string {
  if (intended !== undefined) return '`{0}` becomes `{1}`: only Git Bash and WSL write drive C like this.';
  // A program for Windows may use the path of its Linux version, which is on the current drive.
  return isDistributionPath(path)
    ? '`{0}` becomes `{1}`, where Windows programs do not look for it.'
    : '`{0}` becomes `{1}`: check that your program looks for it there.';
}
