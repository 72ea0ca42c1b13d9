import { containersUnder } from '../../kubernetes/pod.ts';
import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { gmsaField } from '../../windows/gmsa.ts';
import { isHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'host-process/gmsa',
  title: 'GMSA on a HostProcess container',
  gate: 'any',
  pod: {
    watches: [
      ...inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
      ...inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    ],
    *check(field, { pod, settings }) {
      const counts = containersUnder(pod, field).some(
        (one) => gmsaField(pod, one) === field && isHostProcess(pod, settings.kubernetesVersion, one),
      );
      if (!counts) return;
      yield {
        at: field.span,
        message: message('`{0}` is for isolated containers, and a HostProcess container is none.', String(field.key)),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.22',
      result: 'It runs with an account of its node, and no document says what becomes of the credential spec.',
    },
  ],
  why: `A credential spec gives the processes of an isolated container the identity of a group managed service account.
HostProcess containers log on to their node with the account that \`runAsUserName\` names, and no document describes the two
together.`,
  sources: [docs.hostProcess],
} satisfies Rule;
