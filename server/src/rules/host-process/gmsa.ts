import { containersUnder } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { gmsaField } from '../../windows/gmsa.ts';
import { isHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'host-process/gmsa',
  code: 'KW1046',
  title: 'GMSA on a HostProcess container',
  gate: 'any',
  pod: {
    watches: [
      ...inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
      ...inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    ],
    check(field, { pod, settings, report }) {
      const appliesToHostProcess = containersUnder(pod, field).some(
        (container) => gmsaField(pod, container) === field && isHostProcess(pod, settings.kubernetesVersion, container),
      );
      if (!appliesToHostProcess) return;
      report({
        at: field.span,
        message: message(
          '`{0}` is not documented for HostProcess containers, which run as an account of the node.',
          String(field.key),
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.22',
      result: 'The credential spec may have no effect.',
    },
  ],
  why: `A credential spec gives the processes of an isolated container the identity of a group managed service account
(GMSA). HostProcess containers run on the node as the account in \`runAsUserName\`. The combination of both is not
documented.

Remove the credential spec, or use an ordinary container.`,
  sources: [docs.hostProcess],
} satisfies Rule;
