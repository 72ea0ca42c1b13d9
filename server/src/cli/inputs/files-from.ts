import { encodingOf } from '../../workspace/reading.ts';

/** The paths in a list: one in each line, or separated by NUL characters. PowerShell writes lists in UTF-16. */
export function pathsIn(bytes: Uint8Array): string[] {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '');
}
