import { existsSync, readdirSync, readFileSync } from 'node:fs';

const SHARED = new URL('../../shared/', import.meta.url);

/** Whether the measured material stands beside the repository; without it tests that measure compare nothing. */
export const HAS_SHARED = existsSync(SHARED);

/** The objects of a file of one JSON object a line; empty where the material is absent. */
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

/** The names of what is in a folder, sorted; empty where the material is absent. */
export function sharedFolder(path: string): string[] {
  return HAS_SHARED ? readdirSync(new URL(`${path}/`, SHARED)).sort() : [];
}

/** The manifests below a folder of the corpus, as paths from the material's root. */
export function sharedManifests(path: string): string[] {
  if (!HAS_SHARED) return [];
  return readdirSync(new URL(`${path}/`, SHARED), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => {
      const folder = (entry as { parentPath?: string; path: string }).parentPath ?? entry.path;
      return `${folder.slice(SHARED.pathname.length).replace(/\/$/, '')}/${entry.name}`;
    })
    .sort();
}

/** Says how much was compared, so that a run without the material cannot pass for one with it. */
export function compared(what: string, count: number): void {
  console.info(count > 0 ? `compared ${count} ${what}` : `compared nothing: there is no material for ${what} here`);
}
