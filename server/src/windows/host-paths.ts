/** The system folders of Linux nodes. */
const LINUX_FOLDERS: readonly string[] = [
  '/dev',
  '/etc',
  '/home',
  '/mnt',
  '/opt',
  '/proc',
  '/root',
  '/run',
  '/sys',
  '/usr',
  '/var/lib/docker',
  '/var/log',
  '/var/run',
];

/** Folders that the kubelet creates on Windows nodes, too, below drive C. */
const FOLDERS_OF_EVERY_NODE: readonly string[] = ['/var/lib/kubelet', '/var/log/containers', '/var/log/pods'];

/** Whether a path exists on Windows nodes, too, as the same folder below drive C. */
export function isOnEveryNode(path: string): boolean {
  const folder = withoutEnd(path);
  return folder === '/var/log' || FOLDERS_OF_EVERY_NODE.some((parent) => isWithin(folder, parent));
}

/** Whether a path is in a Linux system folder that Windows nodes do not have. */
export function isLinuxNodePath(path: string): boolean {
  return !isOnEveryNode(path) && LINUX_FOLDERS.some((parent) => isWithin(withoutEnd(path), parent));
}

/** A path with slashes as a Windows path on drive C. */
export function onDriveC(path: string): string {
  const folder = withoutEnd(path);
  return `C:${folder === '/' ? '' : folder.replaceAll('/', '\\')}`;
}

/** The path that Git Bash writes as `/c/temp` and WSL as `/mnt/c/temp`, which only they read so; undefined for other paths. */
export function ofWindowsShell(path: string): string | undefined {
  const [, folder] = /^\/(?:mnt\/)?c(\/[^/].*)$/i.exec(path) ?? [];
  return folder && onDriveC(folder);
}

/** Whether a path is a Unix socket, by its name. */
export function isSocketPath(path: string): boolean {
  return path.endsWith('.sock');
}

/** The named pipe of Docker, which no other container runtime uses. */
export const DOCKER_PIPE = '\\\\.\\pipe\\docker_engine';
export const CONTAINERD_PIPE = '\\\\.\\pipe\\containerd-containerd';

/** The sockets of container runtimes, and their named pipes on Windows. */
const RUNTIME_SOCKETS: ReadonlyMap<string, string | undefined> = new Map([
  ['docker.sock', DOCKER_PIPE],
  ['containerd.sock', CONTAINERD_PIPE],
  ['crio.sock', undefined],
]);

/** The named pipe that replaces the socket of a container runtime, if there is one; undefined for other paths. */
export function runtimeSocket(path: string): { readonly pipe: string | undefined } | undefined {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return RUNTIME_SOCKETS.has(name) ? { pipe: RUNTIME_SOCKETS.get(name) } : undefined;
}

/** Whether a path is this pipe. Windows ignores case and accepts slashes. */
export function isPipe(path: string, pipe: string): boolean {
  return path.replaceAll('/', '\\').toLowerCase() === pipe;
}

/** Whether a socket is for plug-ins of the kubelet. These are Unix sockets on Windows, too. */
export function isPluginSocket(path: string): boolean {
  const normal = path
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .toLowerCase();
  return (
    normal.endsWith('/csi.sock') || PLUGIN_FOLDERS.some((folder) => isWithin(normal, `/var/lib/kubelet/${folder}`))
  );
}

const PLUGIN_FOLDERS: readonly string[] = ['device-plugins', 'plugins', 'plugins_registry', 'pod-resources'];

function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
