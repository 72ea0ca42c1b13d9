import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/container-runtime',
  title: 'HostProcess containers need containerd',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { pod, settings }) {
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      yield {
        at: field.span,
        message: message('HostProcess containers need containerd 1.6 or newer, but the nodes run Docker.'),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.22',
      runtime: 'docker',
      doubtful: true,
      result: 'The container may not become a process of the node.',
    },
  ],
  why: `Only containerd starts HostProcess containers, from 1.6 on; 1.7 brings mount paths as written and accounts made for
a local group. Docker and Mirantis Container Runtime do not know them.`,
  sources: [docs.hostProcess],
} satisfies Rule;
