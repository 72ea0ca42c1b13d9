import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/user-account-missing',
  code: 'KW1058',
  title: 'HostProcess container without runAsUserName',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    check(field, { pod, settings, report }) {
      const isNameless = hostProcessContainers(pod, settings.kubernetesVersion, field).some(
        (container) => container.runAsUserName === undefined,
      );
      if (!isNameless || pod.partial) return;
      const [system] = HOST_PROCESS_ACCOUNTS;
      const path = [...field.path.slice(0, -1), 'runAsUserName'];
      report({
        at: field.span,
        field: path,
        message: message('`runAsUserName` is not set, so the account depends on the image and the container runtime.'),
        fixes: [
          {
            title: t`Insert \`runAsUserName: '${system}'\``,
            safety: 'review',
            changes: [{ kind: 'insert', path, value: system, place: { after: 'hostProcess' } }],
          },
        ],
      });
    },
  },
  outcomes: [{ effect: 'differs', since: '1.22' }],
  why: `The documentation lists \`runAsUserName\` as a required setting of HostProcess pods, although the API server
does not check it. Set it so that reviewers see which rights the process has on the node.
\`NT AUTHORITY\\Local service\` is the least privileged of the three service accounts.`,
  sources: [docs.hostProcess],
} satisfies Rule;
