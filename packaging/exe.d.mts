/** Builds the executable in a folder, by default dist/, and returns its path. */
export function buildExe(folder?: string): Promise<string>;

/** A Windows program without its signature; other programs as they are. */
export function withoutSignature(program: Buffer): Buffer;
