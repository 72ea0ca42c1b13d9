/** The platforms with an executable, by their names in Node.js. */
export const PLATFORMS: readonly string[];

/** The archive with the executable for a platform. */
export function archiveName(version: string, platform: string): string;

/** The manifests by their paths. `sums` maps names of archives to their SHA-256. */
export function manifests(sums: ReadonlyMap<string, string>, address?: string): Record<string, string>;

/** The names and sums in the text of SHA256SUMS. */
export function readSums(text: string): Map<string, string>;

/** Writes the manifests beside SHA256SUMS, in the folder `manifests`, and returns their paths. */
export function writeManifests(folder: string, address?: string): string[];
