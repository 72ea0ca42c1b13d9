import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

/** An absolute path to the files of the service account. What stands before it may be the folder of the container. */
const PATH =
  /(?<![\w%)}\].:\\/])(?:[a-z]:)?[\\/]var[\\/]run[\\/]secrets[\\/]kubernetes\.io[\\/]serviceaccount(?:[\\/](?:token|namespace|ca\.crt))?(?![\w-])/i;

export default {
  id: 'host-process/token-path',
  code: 'KW1056',
  title: 'Token path of a HostProcess container with containerd 1.6',
  since: '0.2',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: [...inContainers('command[*]'), ...inContainers('args[*]'), ...inContainers('env[*].value')],
    check(field, { pod, settings, report }) {
      if (settings.containerRuntime !== 'containerd-1.6') return;
      const text = field.searchable ?? '';
      const path = PATH.exec(text)?.[0];
      // A script that reads the variable links or copies the files to this path.
      if (path === undefined || text.includes('CONTAINER_SANDBOX_MOUNT_POINT')) return;
      if (!isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      report({ at: field.valueSpan, message: message('`{0}` does not exist here.', path) });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.22',
      runtime: 'containerd-1.6',
      result: 'With containerd 1.6, HostProcess containers have it below `%CONTAINER_SANDBOX_MOUNT_POINT%`.',
    },
  ],
  why: `A HostProcess container uses the file system of the node. With containerd 1.6, volumes are mounted below the folder
that the variable \`CONTAINER_SANDBOX_MOUNT_POINT\` names, also that with the token of the service account. Start the path
with this variable, or update containerd: with version 1.7 and later, the path is the same as in other containers.

Client libraries that read the token on their own, such as \`rest.InClusterConfig\` of client-go, do not find it either.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/client-go rest/config.go InClusterConfig'),
    {
      title: 'Kubernetes: HostProcess containers cannot use InClusterConfig (kubernetes/kubernetes issue 104562)',
      url: 'https://github.com/kubernetes/kubernetes/issues/104562',
    },
  ],
} satisfies Rule;
