import { type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { CONTAINERD_PIPE, DOCKER_PIPE, isPipe } from '../../windows/host-paths.ts';

export default {
  id: 'volumes/host-path-docker-pipe',
  code: 'KW1236',
  title: 'Named pipe of Docker on a node with containerd',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    check(field, { pod, settings, once, report }) {
      if (settings.containerRuntime === 'docker' || !isPipe(field.string ?? '', DOCKER_PIPE)) return;
      // Another rule covers HostProcess containers. A pod that mounts both pipes is ready for both runtimes.
      if (once(pod.spec, hostProcessOf).extent === 'all' || once(pod.spec, mountsContainerd)) return;
      report({
        at: field.valueSpan,
        message: message('Named pipe `{0}` {effect}.', DOCKER_PIPE),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      phrase: 'does not exist on a node with containerd',
      result: 'It exists only where Docker Engine is installed too.',
    },
  ],
  why: `Only Docker listens on \`\\\\.\\pipe\\docker_engine\`. On a node with containerd, the container starts, but
its programs cannot connect to the pipe. containerd has its own pipe, \`\\\\.\\pipe\\containerd-containerd\`, with
another protocol.

The program must support containerd or the CRI. If the nodes use Docker, set \`kubewin.containerRuntime\` to
\`docker\`.`,
  sources: [
    docs.volumesAt('hostpath'),
    code('containerd/containerd internal/cri/opts/spec_windows_opts.go parseMount'),
    {
      title: 'DataDog/helm-charts: Add windows containerd support',
      url: 'https://github.com/DataDog/helm-charts/pull/416',
    },
  ],
} satisfies Rule;

function mountsContainerd(spec: Field, _: PodContext): boolean {
  const paths = (spec.get('volumes')?.items() ?? []).map((volume) => volume.at('hostPath', 'path')?.string ?? '');
  return paths.some((path) => isPipe(path, CONTAINERD_PIPE));
}
