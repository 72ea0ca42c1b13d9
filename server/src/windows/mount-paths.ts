import { isPlaceholder } from '../kubernetes/placeholder.ts';

/**
 * The mount path in a Windows container, normalized for comparison: in lower case, with backslashes and a drive, without a
 * trailing backslash. Pipes and shares keep their names. Undefined for a path with a placeholder.
 */
export function mountPoint(path: string | undefined): string | undefined {
  if (path === undefined || isPlaceholder(path)) return undefined;
  const text = path.replaceAll('/', '\\').toLowerCase();
  if (text.startsWith('\\\\')) return text;
  const rooted = /^[a-z]:/.test(text) ? text : `c:\\${text}`;
  return rooted.replace(/\\+/g, '\\').replace(/\\$/, '');
}

/** Linux folders that Windows programs do not use. */
const LINUX_FOLDERS = /^\/(?:etc|proc|sys|dev|usr|run|tmp)(?:\/|$)/;

/** Whether a path in a container is in a Linux system folder. `/var/run` is not, because it has the service account token. */
export function isLinuxSystemPath(path: string): boolean {
  return LINUX_FOLDERS.test(path);
}

/** Folders and files of a Linux distribution, and nothing that a program brings along. */
const DISTRIBUTION_PATHS = new RegExp(
  `^/(?:${[
    '(?:proc|sys|dev)(?:/.*)?',
    '(?:etc|usr|run)',
    'etc/(?:ssl|pki|ca-certificates|ssh|pam\\.d|security|systemd|ld\\.so\\.conf\\.d|profile\\.d|cron\\.\\w+)(?:/.*)?',
    'etc/(?:ca-certificates\\.conf|localtime|timezone|passwd|group|shadow|machine-id|os-release|crontab|fstab|environment|profile)',
    'usr/(?:local/)?(?:bin|sbin|lib|share)',
    'usr/lib/(?:ssl|locale|os-release)(?:/.*)?',
    'usr/(?:local/)?share/(?:ca-certificates|zoneinfo|locale)(?:/.*)?',
    'run/(?:systemd|udev|dbus|lock)(?:/.*)?',
  ].join('|')})/?$`,
);

/** Whether a path in a container is of the Linux distribution, as opposed to a folder of a program such as `/etc/agent`. */
export function isDistributionPath(path: string): boolean {
  return DISTRIBUTION_PATHS.test(path);
}

/** Whether a path in a container is a file of the Linux resolver, with or without a drive. */
export function isResolverFile(path: string): boolean {
  return RESOLVER_FILES.test(path.toLowerCase().replace(/[\\/]+/g, '/'));
}

const RESOLVER_FILES = /^(?:[a-z]:)?\/etc\/(?:resolv\.conf|hosts|nsswitch\.conf)$/;

/** Whether a path is the folder for shared memory in a Linux container. */
export function isSharedMemory(path: string): boolean {
  return /^\/dev\/shm\/*$/.test(path);
}
