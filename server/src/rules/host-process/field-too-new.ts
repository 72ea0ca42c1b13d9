import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'host-process/field-too-new',
  title: 'hostProcess on a release that does not have it',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { settings }) {
      if (field.boolean === undefined) return;
      yield {
        at: field.span,
        message: message(
          '`hostProcess` needs Kubernetes 1.23, and these manifests are for {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [{ ...removal(field), safety: 'review' }],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.22',
      until: '1.22',
      seen: "not allowed when feature gate 'WindowsHostProcessContainers' is not enabled",
    },
    { effect: 'ignored', until: '1.21', result: 'The API server does not know the field and drops it.' },
  ],
  why: `HostProcess containers came with Kubernetes 1.22, switched off, are on by default from 1.23 and stable from 1.26.
Older servers drop the field, and the container runs as an ordinary one without access to its node.`,
  sources: [docs.hostProcess],
} satisfies Rule;
