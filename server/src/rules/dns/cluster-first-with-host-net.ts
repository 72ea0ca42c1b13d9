import type { Pod } from '../../kubernetes/pod.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { type HostProcess, hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'dns/cluster-first-with-host-net',
  code: 'KW1023',
  title: 'dnsPolicy ClusterFirstWithHostNet on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsPolicy'],
    check(field, { pod, settings, report }) {
      if (field.string !== 'ClusterFirstWithHostNet') return;
      const { extent } = hostProcess(pod, settings.kubernetesVersion);
      if (extent === 'all') {
        report({
          at: field.valueSpan,
          case: 'all containers are HostProcess containers',
          message: message('`ClusterFirstWithHostNet` may not work in this HostProcess pod.'),
        });
        return;
      }
      const isOnHost = pod.spec.get('hostNetwork')?.boolean === true;
      report({
        at: field.valueSpan,
        ...(isOnHost ? { case: '`hostNetwork` is `true`' } : {}),
        message: isOnHost
          ? message('`ClusterFirstWithHostNet` {effect}: only HostProcess pods can use the host network on Windows.')
          : message('`ClusterFirstWithHostNet` {effect}: `hostNetwork` is not `true`.'),
        fixes: isOnHost ? withoutHostNetwork(field, pod, extent) : [toClusterFirst(field), removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: 'all containers are HostProcess containers',
      result: 'The policy is documented for Linux only, so test whether the pod resolves cluster DNS names.',
    },
    {
      effect: 'differs',
      case: '`hostNetwork` is `true`',
      phrase: 'only makes up for `hostNetwork`',
      result: 'With `ClusterFirst`, the pod would use the DNS servers of the node.',
    },
    { effect: 'differs', phrase: 'behaves as `ClusterFirst`' },
  ],
  why: `The policy gives pods with \`hostNetwork: true\` access to the cluster DNS. On Windows, only HostProcess pods use
the host network. Without \`hostNetwork\`, the default policy \`ClusterFirst\` does the same.

Remove \`hostNetwork\` together with the policy, unless the pod is a HostProcess pod. The kubelet still looks at
\`hostNetwork\` in pods that cannot use the host network. With \`hostNetwork: true\` and \`ClusterFirst\`, it gives the
pod the DNS servers of the node. Without \`hostNetwork\`, it treats \`ClusterFirstWithHostNet\` like
\`ClusterFirst\`.`,
  sources: [
    docs.windowsNetworking,
    docs.dns,
    code('kubernetes/kubernetes pkg/kubelet/network/dns/dns.go getPodDNSType'),
  ],
} satisfies Rule;

function toClusterFirst({ path }: Field): Fix {
  return {
    title: 'Change `dnsPolicy` to `ClusterFirst`',
    safety: 'review',
    changes: [{ kind: 'replace', path, value: 'ClusterFirst' }],
  };
}

/** Changes both fields, because with `hostNetwork` alone the pod would lose the cluster DNS. HostProcess containers need it. */
function withoutHostNetwork(field: Field, { spec }: Pod, extent: HostProcess['extent']): Fix[] {
  if (extent !== 'none') return [];
  const change = toClusterFirst(field);
  const remove: Change = { kind: 'remove', path: [...spec.path, 'hostNetwork'] };
  return [
    {
      ...change,
      title: 'Remove `hostNetwork` and change `dnsPolicy` to `ClusterFirst`',
      changes: [...change.changes, remove],
    },
    { ...removal(field, [remove]), title: 'Remove `hostNetwork` and `dnsPolicy`' },
  ];
}
