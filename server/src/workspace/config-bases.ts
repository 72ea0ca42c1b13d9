import { t } from '../text/localize.ts';
import { NOT_THERE, type ReadText } from './reading.ts';
import { folderOf, resolveUri, upward } from './uri.ts';

/** The file that a configuration file extends. */
export interface Base<File> {
  /** As `extends` names it. */
  readonly path: string;
  /** Undefined if it is not read. */
  readonly file: File | undefined;
  /** Why it is not read. */
  readonly fault: string | undefined;
  /** The URIs that it may have, the first of which counts. */
  readonly uris: readonly string[];
}

interface BaseReading<File> {
  /** No file outside of this folder is read. */
  readonly within: string;
  read(uri: string, within: string): Promise<ReadText>;
  /** The path that a file extends. */
  pathIn(reading: ReadText): string | undefined;
  make(uri: string, reading: ReadText, base?: Base<File>): File;
}

/** How many files can extend each other. */
const MAX_BASES = 10;

/** Reads the file that the last one of a chain extends, and those that it extends itself. */
export async function readBase<File>(
  path: string,
  chain: readonly string[],
  reading: BaseReading<File>,
): Promise<Base<File>> {
  const { within, read, pathIn, make } = reading;
  const from = folderOf(chain.at(-1) ?? '');
  const isPackage = !path.startsWith('.');
  const folders = isPackage ? [...upward(from)].map((at) => `${at}/node_modules`) : [from];
  const uris = folders.flatMap((at) => resolveUri(at, path) ?? []).filter((uri) => uri.startsWith(`${within}/`));
  const without = (fault: string): Base<File> => ({ path, file: undefined, fault, uris });
  if (uris.length === 0) return without(t`\`${path}\` is outside of the folder or repository that is checked.`);
  if (chain.length > MAX_BASES) return without(t`More than ${MAX_BASES} files extend each other.`);
  for (const uri of uris) {
    if (chain.includes(uri)) return without(t`\`${path}\` extends this file already.`);
    const found = await read(uri, within);
    if ('fault' in found && NOT_THERE.includes(found.fault.kind)) continue;
    if ('fault' in found) return without(t`\`${path}\` cannot be used: ${found.fault.message}`);
    const next = pathIn(found);
    const base = next === undefined ? undefined : await readBase(next, [...chain, uri], reading);
    return { path, file: make(uri, found, base), fault: undefined, uris };
  }
  return without(
    isPackage ? t`No folder \`node_modules\` here or above has \`${path}\`.` : t`\`${path}\` does not exist.`,
  );
}
