import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

/** Three hours, which the API server sets in every Service with this affinity. */
const DEFAULT_SECONDS = 10_800;

export default {
  id: 'service/session-affinity-timeout',
  code: 'KW1191',
  title: 'Session affinity timeout with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinityConfig.clientIP.timeoutSeconds'], (field, { object }) => {
      const config = object.field.at('spec', 'sessionAffinityConfig');
      if (field.source === undefined || field.number === DEFAULT_SECONDS || config === undefined) return undefined;
      return {
        at: field.span,
        message: message(
          '`timeoutSeconds: {0}` {effect}: the session affinity timeout cannot be changed there.',
          field.source,
        ),
        fixes: [removal(config)],
      };
    }),
  ],
  outcomes: [{ effect: 'ignored', phrase: 'has no effect on Windows nodes' }],
  why: `On Windows nodes, session affinity keeps the connections of a client on the same pod, but its timeout cannot be
changed. \`timeoutSeconds\` applies only to connections that start on the Linux nodes of the cluster.`,
  sources: [
    docs.windowsNetworking,
    code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go'),
    code('kubernetes/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Service'),
  ],
} satisfies Rule;
