import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'dns/cluster-first-with-host-net',
  title: 'dnsPolicy ClusterFirstWithHostNet on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsPolicy'],
    *check(field, { pod, settings }) {
      if (field.string !== 'ClusterFirstWithHostNet') return;
      if (hostProcess(pod, settings.kubernetesVersion).extent === 'all') {
        yield {
          at: field.valueSpan,
          case: 'all containers are HostProcess',
          message: message(
            'HostProcess pods do use the network of their node, which `ClusterFirstWithHostNet` is for.',
          ),
        };
        return;
      }
      yield {
        at: field.valueSpan,
        message: message(
          '`ClusterFirstWithHostNet` is for pods on the network of their node, where no ordinary Windows pod can be.',
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
      case: 'all containers are HostProcess',
      result: 'The documentation supports the policy on Linux only, so test whether names of the cluster resolve.',
    },
    { effect: 'ignored' },
  ],
  why: `The policy lets a pod with \`hostNetwork: true\` ask the DNS of the cluster. Ordinary Windows pods have a network of
their own, for which \`ClusterFirst\`, the default, does that.`,
  sources: [docs.windowsNetworking, docs.dns],
} satisfies Rule;
