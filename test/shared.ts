import { existsSync, readdirSync, readFileSync } from 'node:fs';

const SHARED = new URL('../../shared/', import.meta.url);

/** Whether the folder of real manifests exists beside the repository. Without it, tests on real manifests compare nothing. */
export const HAS_SHARED = existsSync(SHARED);

/** The objects of a file with one JSON object per line; empty without the folder. */
export function jsonLines<T>(path: string): T[] {
  if (!HAS_SHARED) return [];
  const text = readFileSync(new URL(path, SHARED), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

export function sharedText(path: string): string {
  return readFileSync(new URL(path.split('/').map(encodeURIComponent).join('/'), SHARED), 'utf8');
}

/** The names in a folder, sorted; empty without it. */
export function sharedFolder(path: string): string[] {
  return HAS_SHARED ? readdirSync(new URL(`${path}/`, SHARED)).sort() : [];
}

/** The manifests below a folder, as paths from the root of the shared folder. */
export function sharedManifests(path: string): string[] {
  return sharedTree(path).filter((name) => /\.(ya?ml|json)$/.test(name));
}

/** The files below a folder, as paths from the root of the shared folder. */
export function sharedTree(path: string): string[] {
  if (!HAS_SHARED) return [];
  return readdirSync(new URL(`${path}/`, SHARED), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const folder = (entry as { parentPath?: string; path: string }).parentPath ?? entry.path;
      return `${folder.slice(SHARED.pathname.length).replace(/\/$/, '')}/${entry.name}`;
    })
    .sort();
}

/** Prints how much was compared, so that a run without the folder cannot be mistaken for one with it. */
export function compared(what: string, count: number): void {
  console.info(count > 0 ? `compared ${count} ${what}` : `compared nothing: there is no material for ${what} here`);
}
