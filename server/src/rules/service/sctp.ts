import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/sctp',
  code: 'KW1189',
  title: 'SCTP with Windows pods',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].ports[*].protocol'],
    check(field, { report }) {
      if (field.string !== 'SCTP') return;
      report({ at: field.valueSpan, message: message('`protocol: SCTP` does not work in a Windows pod.') });
    },
  },
  objects: [
    windowsService(['spec.ports[*].protocol'], (field) =>
      field.string === 'SCTP'
        ? {
            at: field.valueSpan,
            message: message('`protocol: SCTP` does not work in a Service that selects Windows pods.'),
          }
        : undefined,
    ),
  ],
  outcomes: [{ effect: 'fails', result: 'Windows nodes support only TCP and UDP, so no SCTP traffic arrives.' }],
  why: `Windows container networks do not support SCTP, and kube-proxy on Windows supports only TCP and UDP. Run
applications that require SCTP on Linux nodes.`,
  sources: [docs.service],
} satisfies Rule;
