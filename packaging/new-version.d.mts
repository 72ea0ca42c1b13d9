/** The files that name the version of the package which people install. */
export const PINNED: readonly string[];

/** The places of the version in these files. */
export const NAMED: RegExp;

/** Sets the version in the files of a folder. */
export function setVersion(version: string, root: string): void;
