/** Makes the executable in a folder, dist/ by default, and gives its path. */
export function buildExe(folder?: string): Promise<string>;
