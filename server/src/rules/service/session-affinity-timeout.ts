import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/session-affinity-timeout',
  title: 'Session affinity timeout with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinityConfig.clientIP.timeoutSeconds'], (field, { object }) => {
      const config = object.field.at('spec', 'sessionAffinityConfig');
      if (field.source === undefined || config === undefined) return undefined;
      return {
        at: field.span,
        message: message(
          '`timeoutSeconds: {0}` {effect}: Windows does not have a configurable session affinity timeout.',
          field.source,
        ),
        fixes: [removal(config)],
      };
    }),
  ],
  outcomes: [{ effect: 'ignored', phrase: 'has no effect on Windows nodes' }],
  why: `Windows keeps a client on the same pod without a configurable timeout. The timeout applies only to connections
that start on the Linux nodes of the cluster.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
} satisfies Rule;
