import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/session-affinity-timeout',
  title: 'Session affinity with a timeout for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinityConfig.clientIP.timeoutSeconds'], (field, { object }) => {
      const config = object.field.at('spec', 'sessionAffinityConfig');
      if (field.source === undefined || config === undefined) return undefined;
      return {
        at: field.span,
        message: message('`timeoutSeconds: {0}` is set for a Service that leads to Windows pods.', field.source),
        fixes: [removal(config)],
      };
    }),
  ],
  outcomes: [{ effect: 'ignored', result: 'The kube-proxy of Windows nodes ignores it.' }],
  why: `Windows keeps a client with its pod by itself, without a time that could be set. Only the Linux nodes of the cluster heed the
timeout, for connections that begin on them.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
} satisfies Rule;
