import { isWithin } from '../../kubernetes/version.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

const REFUSED = 'The API server refuses such a pod, on every operating system.';

export default {
  id: 'pod/host-network-port-mismatch',
  title: 'hostPort differs from containerPort under hostNetwork',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].ports[*].hostPort'],
    *check(field, { pod, settings }) {
      const hostPort = field.number;
      const container = field.parent?.get('containerPort');
      const containerPort = container?.number;
      if (pod.spec.get('hostNetwork')?.boolean !== true || !hostPort || containerPort === undefined) return;
      if (container === undefined || hostPort === containerPort) return;
      const blamesContainerPort = isWithin(settings.kubernetesVersion, undefined, '1.27');
      yield {
        at: field.valueSpan,
        ...(blamesContainerPort ? { field: container.path } : {}),
        message: message(
          '`hostPort` is {0} and `containerPort` {1}, but under `hostNetwork` both are the same port of the node.',
          String(hostPort),
          String(containerPort),
        ),
        fixes: [
          {
            title: `Change \`hostPort\` to \`${containerPort}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: containerPort }],
          },
          removal(field),
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.27',
      result: REFUSED,
      seen: 'must match `hostPort` when `hostNetwork` is true',
    },
    {
      effect: 'fails',
      since: '1.28',
      result: REFUSED,
      seen: 'must match `containerPort` when `hostNetwork` is true',
    },
  ],
  why: `A pod on the network of its node has no ports of its own that could be mapped to others: what a container listens on
is the port of the node. So both numbers have to agree, or \`hostPort\` is left out and filled in by the API server.
HostProcess pods always use the network of their node, so the same goes for them.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validatePodHostNetworkDeps'),
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateHostNetwork (up to 1.27)'),
  ],
} satisfies Rule;
