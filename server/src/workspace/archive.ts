import { archiveOf, isChartArchive } from './chart-files.ts';
import { type Disk, isManifestPath } from './disk.ts';
import { decode, fault } from './reading.ts';
import { decodePath, encodePath } from './uri.ts';

/** Maximum size of the content of an archive, with the archives in it, in bytes. Helm reads up to 100 MB. */
const MAX_CONTENT_BYTES = 50_000_000;

/**
 * A disk on which archives of charts (`.tgz`) are folders. They are read where they are named, and in `charts/`, where Helm puts
 * the subcharts. Their files are below the URI of the archive, and cannot be written.
 */
export function withArchives(disk: Disk): Disk {
  /** The archive that was read last: its files are read one after the other. */
  let last: { readonly bytes: Uint8Array; readonly files: Promise<ArchiveFiles | undefined> } | undefined;

  /** The files of an archive; undefined if it is not one. */
  const filesOf = async (uri: string, within?: string): Promise<ArchiveFiles | undefined> => {
    const bytes = await disk.bytes(uri, within);
    if (bytes === undefined) return undefined;
    if (last === undefined || !isSame(last.bytes, bytes)) last = { bytes, files: archiveFiles(bytes) };
    return last.files;
  };

  /** A folder may have the name of an archive. */
  const isInArchive = async (uri: string): Promise<boolean> => {
    const archive = archiveOf(uri);
    return archive !== undefined && (await disk.bytes(archive)) !== undefined;
  };

  async function* manifestsOf(archive: string): AsyncGenerator<string> {
    const paths = [...((await filesOf(archive)) ?? new Map()).keys()].sort();
    for (const path of paths) if (isManifestPath(path)) yield `${archive}/${encodePath(path)}`;
  }

  return {
    ...disk,

    async read(uri, within) {
      const reading = await disk.read(uri, within);
      if ('text' in reading) return reading;
      const { kind } = reading.fault;
      if (isChartArchive(uri)) {
        const isArchive = kind === 'binary' && (await filesOf(uri, within)) !== undefined;
        return isArchive ? fault('folder', 'This is an archive of a chart.') : reading;
      }
      const archive = kind === 'missing' ? archiveOf(uri) : undefined;
      const files = archive === undefined ? undefined : await filesOf(archive, within);
      const bytes = files?.get(decodePath(uri.slice((archive?.length ?? 0) + 1)));
      return bytes === undefined ? reading : decode(bytes);
    },

    async isReadOnly(uri) {
      return (await isInArchive(uri)) || disk.isReadOnly(uri);
    },

    async write(uri, before, text) {
      if (!(await isInArchive(uri))) return disk.write(uri, before, text);
      return { kind: 'unreadable', message: 'The file cannot be written: it is in an archive.' };
    },

    async *manifests(folder, exclude, signal) {
      if (isChartArchive(folder) && (await filesOf(folder)) !== undefined) {
        yield* manifestsOf(folder);
        return;
      }
      for await (const uri of disk.manifests(folder, exclude, signal)) {
        if (isChartArchive(uri)) yield* manifestsOf(uri);
        else yield uri;
      }
    },
  };
}

/** The files of a chart by their paths in it. */
type ArchiveFiles = ReadonlyMap<string, Uint8Array>;

/** The files of an archive of a chart, with those of archives in it; undefined if it is not one, or too large. */
async function archiveFiles(bytes: Uint8Array): Promise<ArchiveFiles | undefined> {
  const files = new Map<string, Uint8Array>();
  try {
    await addFiles(bytes, '', files, MAX_CONTENT_BYTES);
  } catch {
    return undefined;
  }
  return files.has('Chart.yaml') ? files : undefined;
}

/**
 * Adds the files of an archive below a path, as `LoadArchiveFiles` of `pkg/chart/loader/archive.go`. Returns how many bytes may
 * follow. Throws if it is not an archive, or if it has more than `limit` bytes.
 */
async function addFiles(
  bytes: Uint8Array,
  prefix: string,
  files: Map<string, Uint8Array>,
  limit: number,
): Promise<number> {
  // Loaded late: most workspaces have no archives.
  const { unpackTar } = await import('modern-tar');
  const content = await unzip(bytes, limit);
  let left = limit - content.length;
  for (const { header, data } of await unpackTar(content, { strict: true })) {
    // All files are in one folder, whose name does not matter.
    const path = header.name.split('/').slice(1).join('/');
    if (header.type !== 'file' || data === undefined || path.split('/').includes('..')) continue;
    const isSubchart = /(?:^|\/)charts\/[^/]+$/.test(path) && isChartArchive(path);
    if (isSubchart) left = await addFiles(data, `${prefix}${path}/`, files, left);
    else files.set(prefix + path, data);
  }
  return left;
}

async function unzip(bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const zipped = new Blob([new Uint8Array(bytes)]).stream();
  for await (const chunk of zipped.pipeThrough(new DecompressionStream('gzip'))) {
    length += chunk.length;
    if (length > limit) throw new RangeError('The archive is too large.');
    chunks.push(chunk);
  }
  const content = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.length;
  }
  return content;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
