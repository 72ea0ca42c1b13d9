import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** An archive as `helm package` writes it, of files by their paths in it. */
export async function packed(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([name, content]) => {
    const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return { header: { name, size: body.length, type: 'file' as const }, body };
  });
  return new Uint8Array(gzipSync(await packTar(entries)));
}
