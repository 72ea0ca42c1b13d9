import type { Field } from '../yaml/read/field.ts';

/** File systems that only Linux nodes format and mount. */
const LINUX_FILE_SYSTEMS: readonly string[] = ['btrfs', 'ext2', 'ext3', 'ext4', 'xfs'];

/** Whether only Linux can mount a file system of this name. */
export function isLinuxFileSystem(name: string | undefined): boolean {
  return LINUX_FILE_SYSTEMS.includes(name?.toLowerCase() ?? '');
}

/** Options of `mount` on Linux, for shares and for disks. */
const LINUX_MOUNT_OPTIONS =
  /^(?:(?:actimeo|cache|dir_mode|file_mode|gid|nfsvers|retrans|rsize|sec|timeo|uid|vers|wsize)=|(?:discard|hard|mfsymlinks|noac|noacl|noatime|nobrl|nodiratime|nolock|noperm|noresvport|noserverino|nosharesock|relatime|serverino|soft)$)/;

/** Those of a volume's mount options that mean something on Linux alone. */
export function linuxMountOptions(options: readonly string[]): string[] {
  return options.filter((option) => LINUX_MOUNT_OPTIONS.test(option));
}

/** Whether an `fsType` is the one that the API server sets in every `azureDisk`: nobody may have asked for it. */
export function isServerFileSystem({ parent, string }: Field): boolean {
  return parent?.key === 'azureDisk' && string === 'ext4';
}
