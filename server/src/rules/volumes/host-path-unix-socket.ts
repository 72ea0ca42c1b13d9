import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessOf, mountsByVolume } from '../../rule-kit/whole-pod.ts';
import { t } from '../../text/localize.ts';
import { CONTAINERD_PIPE, DOCKER_PIPE, isPluginSocket, isSocketPath, runtimeSocket } from '../../windows/host-paths.ts';

const TYPED = 'it is a runtime socket and `type` is set';
const UNTYPED = 'it is a runtime socket and `type` is empty';
const ON_PIPES = 'On Windows, container runtimes listen on named pipes instead.';

export default {
  id: 'volumes/host-path-unix-socket',
  code: 'KW1239',
  title: 'hostPath with a Unix socket on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    check(field, { pod, settings, once, report }) {
      const path = field.string ?? '';
      if (!isSocketPath(path) || isPlaceholder(path) || isPluginSocket(path)) return;
      // Another rule covers HostProcess containers.
      if (once(pod.spec, hostProcessOf).extent === 'all') return;
      const socket = runtimeSocket(path);
      const mustExist = Boolean(field.parent?.get('type')?.string);
      const runtimePipe = settings.containerRuntime === 'docker' ? DOCKER_PIPE : CONTAINERD_PIPE;
      report({
        at: field.valueSpan,
        ...(socket === undefined ? {} : { case: mustExist ? TYPED : UNTYPED }),
        message: message('Unix socket `{0}` {effect}.', path),
        fixes: () =>
          // The other runtime does not listen on its pipe, and uses another protocol.
          socket?.pipe === runtimePipe ? [mountPipe(field, runtimePipe, once(pod.spec, mountsByVolume))] : [],
      });
    },
  },
  outcomes: [
    { effect: 'fails', case: TYPED, doubtful: true, result: ON_PIPES },
    { effect: 'fails', case: UNTYPED, runtime: 'docker', doubtful: true, result: ON_PIPES },
    {
      effect: 'differs',
      case: UNTYPED,
      phrase: 'does not exist on a Windows node, so containerd creates an empty directory',
      result: ON_PIPES,
    },
    {
      effect: 'differs',
      phrase: 'may not exist on a Windows node',
      result: 'A socket works only if a program on the Windows node creates it.',
    },
  ],
  why: `Windows programs mostly listen on named pipes: Docker on \`\\\\.\\pipe\\docker_engine\`, containerd on
\`\\\\.\\pipe\\containerd-containerd\`. Mount the pipe of the node's runtime with \`hostPath\`, without a \`type\` and
under the same name in the container.

On a node with containerd, the pipe of Docker does not exist, and a missing path without a \`type\` becomes an empty
directory. The sockets of CSI drivers and other plug-ins under \`C:\\var\\lib\\kubelet\` are Unix sockets on Windows
too.`,
  sources: [
    docs.volumesAt('hostpath'),
    docs.windowsStorage,
    code('containerd/containerd internal/cri/opts/spec_windows_opts.go parseMount'),
  ],
} satisfies Rule;

/** Mounts the pipe at the same path in the containers: a named pipe keeps its name there. */
function mountPipe(path: Field, pipe: string, mountsByName: ReadonlyMap<string, readonly Field[]>): Fix {
  const type = path.parent?.get('type');
  const mounts = mountsByName.get(volumeNameOf(path)) ?? [];
  const targets = [path, ...mounts.flatMap((mount) => mount.get('mountPath') ?? [])];
  const changes = targets.map((field): Change => ({ kind: 'replace', path: field.path, value: pipe }));
  return {
    title: t`Mount the named pipe \`${pipe}\` instead`,
    safety: 'review',
    changes: type === undefined ? changes : [...changes, { kind: 'remove', path: type.path }],
  };
}
