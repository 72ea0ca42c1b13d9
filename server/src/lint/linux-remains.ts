import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { linuxPathOnWindows } from '../windows/host-paths.ts';
import { imageOs, podImages } from '../windows/images.ts';
import type { Field } from '../yaml/field.ts';
import { commandLine, commandLists, isLinuxShell, isSubcommand, LINUX_UTILITIES } from './commands.ts';
import type { Settings } from './settings.ts';

/** What a pod for Windows has of Linux that no rule tells of. */
interface LinuxRemain {
  readonly field: Field;
  /** A sentence about the field. */
  readonly message: string;
}

/**
 * Programs of Linux images, which go with their images, and paths of the node that a system for Linux may well have: for
 * rules they are no proof of anything, but who makes a pod ready has to look at them.
 */
export function linuxRemains(pod: Pod, settings: Settings): LinuxRemain[] {
  const programs = podImages(pod)
    .filter(({ image }) => imageOs(image, settings)?.os === 'linux')
    .flatMap(({ container }) => commandLists(container))
    .flatMap((list): LinuxRemain[] => {
      const { field, text = '' } = commandLine(pod, list)?.program ?? {};
      const isUtility = LINUX_UTILITIES.includes(text) && !(list.key === 'args' && isSubcommand(text));
      if (field === undefined || !(isLinuxShell(text) || isUtility)) return [];
      return [{ field, message: `\`${text}\` is a program of Linux.` }];
    });
  const paths = (pod.spec.get('volumes')?.items() ?? []).flatMap((volume): LinuxRemain[] => {
    const field = volume.at('hostPath', 'path');
    const path = field?.string ?? '';
    if (field === undefined || !path.startsWith('/') || isPlaceholder(path)) return [];
    if (linuxPathOnWindows(path) === 'existing') return [];
    return [{ field, message: `\`${path}\` is a path of the Linux node.` }];
  });
  return [...programs, ...paths];
}
