/** The folder in which the package is built. */
export const NPM_FOLDER: string;

/** Builds the package. */
export function buildNpm(folder?: string): Promise<void>;

/** Packs the tarball into a folder and returns its path. */
export function packNpm(folder: string, from?: string): string;
