import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'dns/cluster-first-with-host-net',
  title: 'dnsPolicy ClusterFirstWithHostNet on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsPolicy'],
    *check(field, { pod, settings }) {
      if (field.string !== 'ClusterFirstWithHostNet') return;
      if (hostProcess(pod, settings.kubernetesVersion).extent === 'all') {
        yield {
          at: field.valueSpan,
          case: 'all containers are HostProcess containers',
          message: message('`ClusterFirstWithHostNet` may not work in this HostProcess pod.'),
        };
        return;
      }
      yield {
        at: field.valueSpan,
        message: message(
          '`ClusterFirstWithHostNet` {effect}: only HostProcess pods can use the host network on Windows.',
        ),
        fixes: [
          {
            title: 'Change `dnsPolicy` to `ClusterFirst`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'ClusterFirst' }],
          },
          removal(field),
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: 'all containers are HostProcess containers',
      result: 'The policy is documented for Linux only, so test whether the pod resolves cluster DNS names.',
    },
    { effect: 'ignored' },
  ],
  why: `The policy gives pods with \`hostNetwork: true\` access to the cluster DNS. Ordinary Windows pods always have
their own network, where the default policy \`ClusterFirst\` does the same. Set \`ClusterFirst\` or remove the field.`,
  sources: [docs.windowsNetworking, docs.dns],
} satisfies Rule;
