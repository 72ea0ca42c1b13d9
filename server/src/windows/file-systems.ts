import type { Field } from '../yaml/read/field.ts';

/** File systems that only Linux nodes can format and mount. */
const LINUX_FILE_SYSTEMS: readonly string[] = ['btrfs', 'ext2', 'ext3', 'ext4', 'xfs'];

/** Whether only Linux can mount a file system with this name. */
export function isLinuxFileSystem(name: string | undefined): boolean {
  return LINUX_FILE_SYSTEMS.includes(name?.toLowerCase() ?? '');
}

/** Mount options of Linux, for file shares and for disks. */
const LINUX_MOUNT_OPTIONS =
  /^(?:(?:actimeo|cache|dir_mode|file_mode|gid|nfsvers|retrans|rsize|sec|timeo|uid|vers|wsize)=|(?:discard|hard|mfsymlinks|noac|noacl|noatime|nobrl|nodiratime|nolock|noperm|noresvport|noserverino|nosharesock|relatime|serverino|soft)$)/;

/** The mount options of a volume that only Linux supports. */
export function linuxMountOptions(options: readonly string[]): string[] {
  return options.filter((option) => LINUX_MOUNT_OPTIONS.test(option));
}

/** Whether an `fsType` is the default that the API server sets in every `azureDisk`, so that it may not be intended. */
export function isServerFileSystem({ parent, string }: Field): boolean {
  return parent?.key === 'azureDisk' && string === 'ext4';
}
