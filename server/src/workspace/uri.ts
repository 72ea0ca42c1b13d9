/** Whose paths they are; passed along rather than asked for, so that each can be tested on the other. */
export type Platform = 'posix' | 'win32';

/**
 * The URI of an absolute path, in the one form that all of ours have: that of VS Code, with a small drive letter and
 * everything encoded that may be (`file:///c%3A/manifests/web%20server.yaml`).
 */
export function uriOfPath(path: string, platform: Platform): string {
  if (platform === 'posix') return uriOf('', path.startsWith('/') ? path : `/${path}`);
  // `\\?\` lifts the limit on a path's length and is no part of its name.
  const plain = path.replace(/^\\\\\?\\(UNC\\)?/i, (_, unc) => (unc === undefined ? '' : '\\\\')).replaceAll('\\', '/');
  const [, server, rest] = /^\/\/([^/]+)(.*)$/s.exec(plain) ?? [];
  if (server !== undefined) return uriOf(server, rest === '' ? '/' : (rest ?? '/'));
  return uriOf('', plain.startsWith('/') ? plain : `/${plain}`);
}

/** The path of a file URI, as the platform writes it; undefined for a URI of another scheme. */
export function pathOfUri(uri: string, platform: Platform): string | undefined {
  const parts = split(uri);
  if (parts === undefined) return undefined;
  const { server, path } = parts;
  const whole = server === '' ? path : `//${server}${path}`;
  if (platform === 'posix') return whole;
  return whole.replace(/^\/([A-Za-z]:)/, (_, drive) => drive.toUpperCase()).replaceAll('/', '\\');
}

/** The same URI in our one form, however an editor writes it; a URI of another scheme is left as it is. */
export function normalizeUri(uri: string): string {
  const parts = split(uri);
  return parts === undefined ? uri : uriOf(parts.server, parts.path);
}

/** What the URIs of one file have in common: on Windows names that differ by case are one. */
export function keyOfUri(uri: string, platform: Platform): string {
  const normalized = normalizeUri(uri);
  const parts = platform === 'win32' ? split(normalized) : undefined;
  return parts === undefined ? normalized : uriOf(parts.server, parts.path.toLowerCase());
}

/**
 * The URI that a relative path with `/` leads to from a folder; undefined where it leads above the root, and for what is
 * no relative path: an absolute one, or a URL.
 */
export function resolveUri(folder: string, path: string): string | undefined {
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

/** Longer than the path of any file. */
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

/** A path with `/` as a part of a URI. */
export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** As VS Code does, which also encodes what `encodeURIComponent` leaves for historical reasons. */
function encode(segment: string): string {
  if (/^[\w.~-]*$/.test(segment)) return segment;
  return (
    encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\uFFFD'))
      // biome-ignore format: one line reads better
      .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}

/** A path of a URI; what cannot be decoded stands for itself. */
export function decodePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
