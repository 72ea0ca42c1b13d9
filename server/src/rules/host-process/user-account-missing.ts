import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { HOST_PROCESS_ACCOUNTS, hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/user-account-missing',
  title: 'HostProcess container without runAsUserName',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { pod, settings }) {
      const isNameless = hostProcessContainers(pod, settings.kubernetesVersion, field).some(
        (one) => one.runAsUserName === undefined,
      );
      if (!isNameless || pod.partial) return;
      const [system] = HOST_PROCESS_ACCOUNTS;
      const path = [...field.path.slice(0, -1), 'runAsUserName'];
      yield {
        at: field.span,
        field: path,
        message: message('No `runAsUserName` says which account of the node this HostProcess container runs as.'),
        fixes: [
          {
            title: `Insert \`runAsUserName: '${system}'\``,
            safety: 'review',
            changes: [{ kind: 'insert', path, value: system, place: { after: 'hostProcess' } }],
          },
        ],
      };
    },
  },
  outcomes: [{ effect: 'differs', since: '1.22', result: 'The account then depends on the image and the runtime.' }],
  why: `The documents count \`runAsUserName\` among the settings that a HostProcess pod must have, though the API server does
not ask for it. Named in the manifest, the rights that the process has on its node can be seen by everybody who reads it.
\`NT AUTHORITY\\Local service\` is the least privileged of the three service accounts.`,
  sources: [docs.hostProcess],
} satisfies Rule;
