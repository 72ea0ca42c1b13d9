import { matches } from './cel.ts';

// The `hostPath` of a `volume` as CEL.

const HOST_PATH = 'volume.?hostPath.path.orValue("")';
export const IS_PIPE = matches(HOST_PATH, /^[\\/]{2}\.[\\/]pipe[\\/]/i);
export const IS_SOCKET = `(volume.?hostPath.type.orValue("") == "Socket" || ${HOST_PATH}.endsWith(".sock"))`;
