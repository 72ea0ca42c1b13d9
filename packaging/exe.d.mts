/** Builds the executable in a folder, by default dist/, and returns its path. */
export function buildExe(folder?: string): Promise<string>;
