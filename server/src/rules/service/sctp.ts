import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { windowsService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/sctp',
  title: 'SCTP with Windows pods',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].ports[*].protocol'],
    *check(field) {
      if (field.string !== 'SCTP') return;
      yield { at: field.valueSpan, message: message('A container of this Windows pod listens on a port for SCTP.') };
    },
  },
  objects: [
    windowsService(['spec.ports[*].protocol'], (field) =>
      field.string === 'SCTP'
        ? { at: field.valueSpan, message: message('This Service sends SCTP to Windows pods.') }
        : undefined,
    ),
  ],
  outcomes: [{ effect: 'fails', result: 'Windows nodes carry TCP and UDP only, so that nothing arrives.' }],
  why: `The networks of Windows containers know no SCTP, and kube-proxy on Windows balances TCP and UDP only. Applications that
need SCTP belong on Linux nodes.`,
  sources: [docs.service],
} satisfies Rule;
