import { matches } from './cel.ts';

// Paths, and the `hostPath` of a `volume`, as CEL.

const HOST_PATH = 'volume.?hostPath.path.orValue("")';
export const IS_PIPE = matches(HOST_PATH, /^[\\/]{2}\.[\\/]pipe[\\/]/i);
export const IS_SOCKET = `(volume.?hostPath.type.orValue("") == "Socket" || ${HOST_PATH}.endsWith(".sock"))`;

/** A path on drive C in a form for comparison, with a slash at its end, like `isInMount` of rule-kit/commands.ts. */
export const folder = (path: string) =>
  `[${path}.lowerAscii().replace("\\\\", "/")].map(raw, raw.startsWith("c:") ? raw.substring(2) : raw).map(raw, (raw.startsWith("/") ? "/" : "") + raw.split("/").filter(part, part != "").map(part, part + "/").join(""))[0]`;
