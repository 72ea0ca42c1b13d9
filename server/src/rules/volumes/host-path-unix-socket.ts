import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessOf, mountsByVolume } from '../../rule-kit/whole-pod.ts';
import { isPluginSocket, isSocketPath, runtimeSocket } from '../../windows/host-paths.ts';

export default {
  id: 'volumes/host-path-unix-socket',
  title: 'hostPath with a Unix socket on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    *check(field, { pod, once }) {
      const path = field.string ?? '';
      if (!isSocketPath(path) || isPlaceholder(path) || isPluginSocket(path)) return;
      // Another rule covers HostProcess containers.
      if (once(pod.spec, hostProcessOf).extent === 'all') return;
      const runtime = runtimeSocket(path);
      yield {
        at: field.valueSpan,
        ...(runtime === undefined ? {} : { case: 'the socket belongs to a container runtime' }),
        message: message('Unix socket `{1}` in volume `{0}` {effect}.', volumeNameOf(field), path),
        fixes: () =>
          runtime?.pipe === undefined ? [] : [mountPipe(field, runtime.pipe, once(pod.spec, mountsByVolume))],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the socket belongs to a container runtime',
      doubtful: true,
      result: 'On Windows, container runtimes listen on named pipes instead.',
    },
    {
      effect: 'differs',
      phrase: 'may not exist on a Windows node',
      result: 'It works only if a program on the Windows node creates it.',
    },
  ],
  why: `Windows programs mostly listen on named pipes: Docker on \`\\\\.\\pipe\\docker_engine\`, containerd on
\`\\\\.\\pipe\\containerd-containerd\`. Mount a named pipe with \`hostPath\`, without a \`type\` and under the same
name in the container. The sockets of CSI drivers and other plug-ins under \`C:\\var\\lib\\kubelet\` are Unix sockets
on Windows too.`,
  sources: [docs.volumesAt('hostpath'), docs.windowsStorage],
} satisfies Rule;

/** A pipe has the same name inside the container. */
function mountPipe(path: Field, pipe: string, mountsOf: ReadonlyMap<string, readonly Field[]>): Fix {
  const type = path.parent?.get('type');
  const mounts = mountsOf.get(volumeNameOf(path)) ?? [];
  const targets = [path, ...mounts.flatMap((mount) => mount.get('mountPath') ?? [])];
  const changes = targets.map((field): Change => ({ kind: 'replace', path: field.path, value: pipe }));
  return {
    title: `Mount the named pipe \`${pipe}\` instead`,
    safety: 'review',
    changes: type === undefined ? changes : [...changes, { kind: 'remove', path: type.path }],
  };
}
