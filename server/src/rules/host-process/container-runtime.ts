import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/container-runtime',
  code: 'KW1044',
  title: 'HostProcess containers without containerd',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    check(field, { pod, settings, report }) {
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      report({
        at: field.span,
        message: message(
          '`hostProcess` is not supported by Docker: HostProcess containers require containerd 1.6 or later.',
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.22',
      runtime: 'docker',
      doubtful: true,
      result: 'The container may not run as a HostProcess container.',
    },
  ],
  why: `Only containerd runs HostProcess containers: version 1.6 supports them, and 1.7 adds mounts at the
\`mountPath\` and accounts in local groups. Docker and Mirantis Container Runtime do not support them. Run these pods
on nodes with containerd.`,
  sources: [docs.hostProcess],
} satisfies Rule;
