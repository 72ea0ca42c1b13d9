import { isPlaceholder } from '../kubernetes/placeholder.ts';

/**
 * Where a mount path is in a Windows container, so that two of them can be compared: in lower case, with backslashes and
 * a drive, without a backslash at its end. Pipes and shares keep their names. Undefined for a path still to be filled in.
 */
export function mountPoint(path: string | undefined): string | undefined {
  if (path === undefined || isPlaceholder(path)) return undefined;
  const text = path.replaceAll('/', '\\').toLowerCase();
  if (text.startsWith('\\\\')) return text;
  const rooted = /^[a-z]:/.test(text) ? text : `c:\\${text}`;
  return rooted.replace(/\\+/g, '\\').replace(/\\$/, '');
}

/** Folders of Linux that programs for Windows do not look into. */
const LINUX_FOLDERS = /^\/(?:etc|proc|sys|dev|usr|run|tmp)(?:\/|$)/;

/** Whether a path in a container is one of the Linux system. The token of the service account is below `/var/run`. */
export function isLinuxSystemPath(path: string): boolean {
  return LINUX_FOLDERS.test(path);
}

/** Whether a path in a container is a file of the Linux resolver, with a drive before it or not. */
export function isResolverFile(path: string): boolean {
  return RESOLVER_FILES.test(path.toLowerCase().replace(/[\\/]+/g, '/'));
}

const RESOLVER_FILES = /^(?:[a-z]:)?\/etc\/(?:resolv\.conf|hosts|nsswitch\.conf)$/;

/** Whether it is the folder of shared memory in a Linux container. */
export function isSharedMemory(path: string): boolean {
  return /^\/dev\/shm\/*$/.test(path);
}
