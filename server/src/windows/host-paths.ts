/** Where Linux nodes keep what belongs to the system. */
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

/** Folders that a Windows node has too, below drive C: the kubelet makes them, and `/var/log` with them. */
const FOLDERS_OF_EVERY_NODE: readonly string[] = ['/var/lib/kubelet', '/var/log/containers', '/var/log/pods'];

/** Whether a Windows node has a path as Linux nodes have them too: as the same folder below drive C. */
export function isOnEveryNode(path: string): boolean {
  const folder = withoutEnd(path);
  return folder === '/var/log' || FOLDERS_OF_EVERY_NODE.some((one) => isWithin(folder, one));
}

/** Whether a path is one of the Linux system that Windows nodes do not have below drive C. */
export function isLinuxNodePath(path: string): boolean {
  return !isOnEveryNode(path) && LINUX_FOLDERS.some((one) => isWithin(withoutEnd(path), one));
}

/** A path with slashes as one of drive C. */
export function onDriveC(path: string): string {
  const folder = withoutEnd(path);
  return `C:${folder === '/' ? '' : folder.replaceAll('/', '\\')}`;
}

/** Whether a path is a Unix socket, by its name. */
export function isSocketPath(path: string): boolean {
  return path.endsWith('.sock');
}

/** The named pipe on which Docker listens, and no other container runtime. */
export const DOCKER_PIPE = '\\\\.\\pipe\\docker_engine';
export const CONTAINERD_PIPE = '\\\\.\\pipe\\containerd-containerd';

/** The sockets of container runtimes, and the named pipes on which they listen on Windows. */
const RUNTIME_SOCKETS: ReadonlyMap<string, string | undefined> = new Map([
  ['docker.sock', DOCKER_PIPE],
  ['containerd.sock', CONTAINERD_PIPE],
  ['crio.sock', undefined],
]);

/** For the socket of a container runtime, the pipe that takes its place where there is one. */
export function runtimeSocket(path: string): { readonly pipe: string | undefined } | undefined {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return RUNTIME_SOCKETS.has(name) ? { pipe: RUNTIME_SOCKETS.get(name) } : undefined;
}

/** Whether a path is this pipe: Windows does not distinguish case, and takes slashes too. */
export function isPipe(path: string, pipe: string): boolean {
  return path.replaceAll('/', '\\').toLowerCase() === pipe;
}

/** Whether a socket is one between the kubelet and its plug-ins: those are real sockets on Windows too. */
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
