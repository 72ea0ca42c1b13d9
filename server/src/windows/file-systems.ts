/** File systems that only Linux nodes format and mount. */
const LINUX_FILE_SYSTEMS: readonly string[] = ['btrfs', 'ext2', 'ext3', 'ext4', 'xfs'];

export function isLinuxFileSystem(name: string | undefined): boolean {
  return LINUX_FILE_SYSTEMS.includes(name?.toLowerCase() ?? '');
}
