import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hostProcessOf, mountsByVolume } from '../../lint/whole-pod.ts';
import { isPluginSocket, isSocketPath, runtimeSocket } from '../../windows/host-paths.ts';

export default {
  id: 'volumes/host-path-unix-socket',
  title: 'Unix socket of the node in a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    *check(field, { pod, once }) {
      const path = field.string ?? '';
      if (!isSocketPath(path) || isPlaceholder(path) || isPluginSocket(path)) return;
      // HostProcess containers have a rule of their own for it.
      if (once(pod.spec, hostProcessOf).extent === 'all') return;
      const runtime = runtimeSocket(path);
      yield {
        at: field.valueSpan,
        ...(runtime === undefined ? {} : { case: 'the socket is that of a container runtime' }),
        message: message('Volume `{0}` is the Unix socket `{1}` of the node.', volumeNameOf(field), path),
        fixes: () =>
          runtime?.pipe === undefined ? [] : [mountPipe(field, runtime.pipe, once(pod.spec, mountsByVolume))],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the socket is that of a container runtime',
      doubtful: true,
      result: 'On Windows container runtimes listen on named pipes, so the container may not be created.',
    },
    { effect: 'differs', result: 'It works only if a program of the Windows node has made it.' },
  ],
  why: `Programs for Windows mostly listen on named pipes: Docker on \`\\\\.\\pipe\\docker_engine\`, containerd on
\`\\\\.\\pipe\\containerd-containerd\`. A pipe is mounted with \`hostPath\` too, under the same name in the container and without
a \`type\`. The sockets of CSI drivers and other plug-ins below \`C:\\var\\lib\\kubelet\` are real sockets on Windows as well.`,
  sources: [docs.volumesAt('hostpath'), docs.windowsStorage],
} satisfies Rule;

/** A pipe has the same name inside the container. */
function mountPipe(path: Field, pipe: string, mountsOf: ReadonlyMap<string, readonly Field[]>): Fix {
  const type = path.parent?.get('type');
  const mounts = mountsOf.get(volumeNameOf(path)) ?? [];
  const targets = [path, ...mounts.flatMap((mount) => mount.get('mountPath') ?? [])];
  const changes = targets.map((field): Change => ({ kind: 'replace', path: field.path, value: pipe }));
  return {
    title: `Mount the pipe \`${pipe}\` instead`,
    safety: 'review',
    changes: type === undefined ? changes : [...changes, { kind: 'remove', path: type.path }],
  };
}
