/**
 * Why a path with slashes is not a valid file path on Windows; undefined if it is valid.
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
export function fileNameFault(path: string): 'device' | 'ending' | 'character' | undefined {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
  if (names.some((name) => /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i.test(name))) return 'device';
  if (names.some((name) => /[<>:"|?*]/.test(name))) return 'character';
  return names.some((name) => /[. ]$/.test(name)) ? 'ending' : undefined;
}
