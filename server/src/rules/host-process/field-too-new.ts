import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'host-process/field-too-new',
  code: 'KW1045',
  title: 'hostProcess before Kubernetes 1.23',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    check(field, { settings, report }) {
      if (field.boolean === undefined) return;
      report({
        at: field.span,
        message: message(
          '`hostProcess` {effect}: HostProcess containers require Kubernetes 1.23, but the configured version is {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [{ ...removal(field), safety: 'review' }],
      });
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.22',
      until: '1.22',
      seen: "not allowed when feature gate 'WindowsHostProcessContainers' is not enabled",
    },
    { effect: 'ignored', until: '1.21', result: 'The API server drops the unknown field.' },
  ],
  why: `HostProcess containers were added in Kubernetes 1.22 behind a feature gate. API servers before 1.22 drop the
field, and the container runs as an ordinary one without access to the node. Upgrade the cluster, or remove the field.

HostProcess containers have been enabled by default since 1.23 and stable since 1.26.`,
  sources: [docs.hostProcess],
} satisfies Rule;
