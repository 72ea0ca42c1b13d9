import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { containerAround } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { namesFolder } from '../../rule-kit/commands.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { isLinuxSystemPath, isResolverFile, isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/linux-system-path',
  title: 'Volume mounted at a Linux system path',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod, settings }) {
      const path = field.string ?? '';
      const hasOwnRule = isSharedMemory(path) || isResolverFile(path);
      if (!isLinuxSystemPath(path) || hasOwnRule || isPlaceholder(path)) return;
      const container = containerAround(pod, field);
      if (container !== undefined && namesFolder(container, path)) return;
      // With containerd 1.6, the volume of a HostProcess container is not at its mount path.
      if (settings.containerRuntime === 'containerd-1.6' && isInHostProcess(pod, settings.kubernetesVersion, field))
        return;
      yield {
        at: field.valueSpan,
        message: message('`{0}` becomes `{1}` in a Windows container.', path, `C:${path.replaceAll('/', '\\')}`),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'Most Windows programs do not look in Linux system folders.' }],
  why: `Windows programs do not look for system files in \`/etc\`, \`/usr\` or \`/run\`. Certificates and the time
zone, for example, are in the registry, and temporary files are in \`%TEMP%\`. The mount works, but check whether your
application reads it.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
