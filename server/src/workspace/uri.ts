/** The form of paths. It is an argument, so that both forms are tested on all platforms. */
export type Platform = 'posix' | 'win32';

/**
 * The normalized URI of an absolute path: as in VS Code, with a lower-case drive letter and all characters encoded that may
 * be (`file:///c%3A/manifests/web%20server.yaml`).
 */
export function uriOfPath(path: string, platform: Platform): string {
  if (platform === 'posix') return uriOf('', path.startsWith('/') ? path : `/${path}`);
  // `\\?\` lifts the limit on the length of a path and is not part of the name.
  const plain = path.replace(/^\\\\\?\\(UNC\\)?/i, (_, unc) => (unc === undefined ? '' : '\\\\')).replaceAll('\\', '/');
  const [, server, rest] = /^\/\/([^/]+)(.*)$/s.exec(plain) ?? [];
  if (server !== undefined) return uriOf(server, rest === '' ? '/' : (rest ?? '/'));
  return uriOf('', plain.startsWith('/') ? plain : `/${plain}`);
}

/** The path of a file URI on a platform; undefined for other schemes. */
export function pathOfUri(uri: string, platform: Platform): string | undefined {
  const parts = split(uri);
  if (parts === undefined) return undefined;
  const { server, path } = parts;
  const whole = server === '' ? path : `//${server}${path}`;
  if (platform === 'posix') return whole;
  return whole.replace(/^\/([A-Za-z]:)/, (_, drive) => drive.toUpperCase()).replaceAll('/', '\\');
}

/** Normalizes the file URI of an editor. URIs of other schemes stay as they are. */
export function normalizeUri(uri: string): string {
  const parts = split(uri);
  return parts === undefined ? uri : uriOf(parts.server, parts.path);
}

/** A key that is the same for all URIs of a file: on Windows, names are not case-sensitive. */
export function keyOfUri(uri: string, platform: Platform): string {
  const normalized = normalizeUri(uri);
  const parts = platform === 'win32' ? split(normalized) : undefined;
  return parts === undefined ? normalized : uriOf(parts.server, parts.path.toLowerCase());
}

/**
 * Resolves a relative path in a folder; undefined for absolute paths and URLs, and if the path leads above the root. `\`
 * separates folders like `/`, on all platforms: Kustomize accepts it on Windows.
 */
export function resolveUri(folder: string, written: string): string | undefined {
  const path = written.replaceAll('\\', '/');
  const [, root, rest] = /^([^:]+:\/\/[^/]*)(\/.*)?$/s.exec(folder) ?? [];
  if (root === undefined || path === '' || path.length > MAX_PATH || /^\/|^[a-z][a-z\d+.-]*:/i.test(path))
    return undefined;
  const segments = (rest ?? '').split('/').slice(1);
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(encode(segment));
    else if (segments.pop() === undefined) return undefined;
  }
  return [root, ...segments].join('/');
}

/** Longer than any path. */
const MAX_PATH = 4096;

function split(uri: string): { readonly server: string; readonly path: string } | undefined {
  const [, server, path] = /^file:(?:\/\/([^/]*))?(\/.*)$/is.exec(uri) ?? [];
  if (path === undefined) return undefined;
  return { server: server === undefined || server.toLowerCase() === 'localhost' ? '' : server, path: decodePath(path) };
}

function uriOf(server: string, path: string): string {
  const withDrive = path.replace(/^\/[A-Z](?=:(?:\/|$))/, (drive) => drive.toLowerCase());
  return `file://${server.toLowerCase()}${encodePath(withDrive)}`;
}

/** Encodes a path with `/` for a URI. */
export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** Like VS Code, also encodes the characters that `encodeURIComponent` leaves for historical reasons. */
function encode(segment: string): string {
  if (/^[\w.~-]*$/.test(segment)) return segment;
  return (
    encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\uFFFD'))
      // biome-ignore format: one line reads better
      .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}

/** Decodes the path of a URI. Invalid escapes stay as they are. */
export function decodePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** The URI of the folder of a file, without `/` at the end. */
export function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** A folder and its parents, by their URIs without `/` at the end. */
export function* upward(folder: string): Generator<string> {
  for (let at = folder; /^[^/]*:\/\//.test(at); at = at.slice(0, at.lastIndexOf('/'))) yield at;
}
