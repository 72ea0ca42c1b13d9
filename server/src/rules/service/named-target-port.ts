import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';
import { podTitle } from '../../windows/selected-pods.ts';

export default {
  id: 'service/named-target-port',
  title: 'Named target port with several numbers',
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
      // The same workload twice is two variants of it, and only one of them is there.
      const other = ports.find(({ title, number }) => number !== first?.number && title !== first?.title);
      if (first === undefined || other === undefined) return undefined;
      return {
        at: field.valueSpan,
        message: message(
          'Port `{0}` is {1} in {2} and {3} in {4}.',
          name,
          String(first.number),
          first.title,
          String(other.number),
          other.title,
        ),
      };
    }),
  ],
  outcomes: [
    { effect: 'differs', result: 'The kube-proxy of Windows nodes takes the number of one pod for all of them.' },
  ],
  why: `A name stands for whatever number each pod gives it, so that a new version can listen on another port. On Windows kube-proxy
makes one load balancer for all pods, with the number of one of them; connections to the others fail. Keep one number
behind a name.`,
  sources: [docs.service, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go syncProxyRules')],
} satisfies Rule;

function portNumber({ ports }: PodFact, name: string, protocol: string): number | undefined {
  return ports.find((port) => port.name === name && port.protocol === protocol)?.port;
}
