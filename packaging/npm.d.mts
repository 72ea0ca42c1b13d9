/** Where the package is put together. */
export const NPM_FOLDER: string;

/** Puts the package together. */
export function buildNpm(folder?: string): Promise<void>;

/** Makes the tarball in a folder, and gives its path. */
export function packNpm(folder: string, from?: string): string;
