import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { isLinuxSystemPath, isResolverFile, isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/linux-system-path',
  title: 'Mount in a folder of the Linux system',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod, settings }) {
      const path = field.string ?? '';
      const hasRuleOfItsOwn = isSharedMemory(path) || isResolverFile(path);
      if (!isLinuxSystemPath(path) || hasRuleOfItsOwn || isPlaceholder(path)) return;
      // With containerd 1.6 a HostProcess container does not find the volume there at all.
      if (settings.containerRuntime === 'containerd-1.6' && isInHostProcess(pod, settings.kubernetesVersion, field))
        return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is mounted at `{1}`, a path of the Linux system.',
          field.parent?.get('name')?.string ?? '?',
          path,
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      result: 'In a Windows container that path is on drive C, and there because of the mount alone.',
    },
  ],
  why: `Programs for Windows look elsewhere for what Linux keeps in \`/etc\`, \`/usr\` or \`/run\`: certificates and the time zone are
in the registry, temporary files below \`%TEMP%\`. The mount works; whether your program reads it is for it to say.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
