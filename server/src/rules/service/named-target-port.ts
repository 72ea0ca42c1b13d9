import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';
import { podTitle } from '../../windows/selected-pods.ts';

export default {
  id: 'service/named-target-port',
  code: 'KW1187',
  title: 'Named target port with different port numbers',
  gate: 'object',
  objects: [
    proxiedService(['spec.ports[*].targetPort'], (field, { pods }) => {
      const name = field.string;
      if (name === undefined) return undefined;
      const protocol = field.parent?.get('protocol')?.string ?? 'TCP';
      const ports = pods.flatMap((pod) => {
        const number = portNumber(pod, name, protocol);
        return number === undefined ? [] : [{ title: podTitle(pod), number }];
      });
      const [first] = ports;
      // Two pods of a workload are variants of it, of which only one is deployed.
      const other = ports.find(({ title, number }) => number !== first?.number && title !== first?.title);
      if (first === undefined || other === undefined) return undefined;
      return {
        at: field.valueSpan,
        message: message(
          'Target port `{0}` is {1} in {2} but {3} in {4}.',
          name,
          String(first.number),
          first.title,
          String(other.number),
          other.title,
        ),
      };
    }),
  ],
  outcomes: [{ effect: 'differs', result: 'On Windows, kube-proxy uses the port number of one pod for all pods.' }],
  why: `A named target port can have a different number in each pod, so that a new version of an application can
listen on another port. On Windows, kube-proxy creates one load balancer for all pods and uses the port number of one
of them. Connections to the other pods fail.

Use the same port number in all pods that a Service selects.`,
  sources: [docs.service, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go syncProxyRules')],
} satisfies Rule;

function portNumber({ ports }: PodFact, name: string, protocol: string): number | undefined {
  return ports.find((port) => port.name === name && port.protocol === protocol)?.port;
}
