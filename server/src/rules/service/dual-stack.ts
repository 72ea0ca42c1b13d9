import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';
import { productOf } from '../../windows/builds.ts';
import { podTitle } from '../../windows/selected-pods.ts';

const OVERLAY = 'the network mode is overlay';
const OLD_NODES = 'the selected nodes support only one address family';
const PREFERRED = 'the policy is `PreferDualStack`';

/** Windows Server, version 2004: the first build whose Host Networking Service supports two address families. */
const FIRST_BUILD = 19041;

export default {
  id: 'service/dual-stack',
  code: 'KW1182',
  title: 'Dual-stack Service with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.ipFamilyPolicy'], (field, { pods, settings }) => {
      const policy = field.string;
      if (policy !== 'PreferDualStack' && policy !== 'RequireDualStack') return undefined;
      const at = field.valueSpan;
      if (settings.cniMode === 'overlay') {
        const text = message('`ipFamilyPolicy: {0}` does not work on Windows overlay networks.', policy);
        return { at, case: OVERLAY, message: text };
      }
      const oldPod = pods.find(isOnOldNodes);
      const build = oldPod?.hostBuilds?.at(-1);
      if (oldPod === undefined || build === undefined) {
        const text = message('`ipFamilyPolicy: {0}` {effect}.', policy);
        // In a cluster with one family, such a Service has one.
        return { at, ...(policy === 'PreferDualStack' ? { case: PREFERRED } : {}), message: text };
      }
      return {
        at,
        case: OLD_NODES,
        message: message(
          '`ipFamilyPolicy: {0}` requires Windows Server, version 2004 or later, but {1} runs on {2}.',
          policy,
          podTitle(oldPod),
          productOf(build),
        ),
      };
    }),
  ],
  outcomes: [
    { effect: 'differs', case: OVERLAY, since: '1.19', result: 'Windows overlay networks support only IPv4.' },
    { effect: 'differs', case: OLD_NODES, since: '1.19', result: 'Its nodes use a single address family.' },
    {
      effect: 'differs',
      case: PREFERRED,
      since: '1.21',
      until: '1.32',
      doubtful: true,
      phrase: 'may be unreliable on Windows nodes',
      result: 'In dual-stack clusters before 1.36, kube-proxy mixes up the load balancers of IPv4 and IPv6.',
    },
    {
      effect: 'differs',
      since: '1.21',
      until: '1.32',
      phrase: 'is unreliable on Windows nodes',
      result: 'Before Kubernetes 1.36, kube-proxy mixes up the load balancers of IPv4 and IPv6.',
    },
    {
      effect: 'differs',
      since: '1.33',
      until: '1.35',
      doubtful: true,
      phrase: 'may be unreliable on Windows nodes',
      result: 'Before 1.33.8, 1.34.4 and 1.35.1, kube-proxy mixes up the load balancers of IPv4 and IPv6.',
    },
  ],
  why: `Dual-stack networking (IPv4 and IPv6) on Windows requires an l2bridge network and Windows Server, version 2004
(10.0.19041.610) or Windows Server 2022. These have version 11.10 of the Host Networking Service, or a later one. On older
nodes such as Windows Server 2019, and on overlay networks such as VXLAN, kube-proxy uses one address family.

Before Kubernetes 1.36, kube-proxy on Windows shares load balancers between the two families. It then sends connections to
pod addresses of the other family. The patch releases 1.33.8, 1.34.4 and 1.35.1 have the fix.

Set \`kubewin.cniMode\` to \`overlay\` if the Windows nodes have an overlay network.`,
  sources: [
    docs.windowsNetworking,
    docs.dualStack,
    code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go DualStackCompatible'),
    code('microsoft/hcsshim hcn/hcnglobals.go IPv6DualStackVersion'),
    {
      title: 'hcsshim: Windows Server, version 2004 supports dual-stack (microsoft/hcsshim pull request 1003)',
      url: 'https://github.com/microsoft/hcsshim/pull/1003',
    },
    {
      title: 'Kubernetes: dual-stack load balancers on Windows (kubernetes/kubernetes pull request 136241)',
      url: 'https://github.com/kubernetes/kubernetes/pull/136241',
    },
  ],
} satisfies Rule;

function isOnOldNodes({ hostBuilds }: PodFact): boolean {
  return hostBuilds?.every((build) => build < FIRST_BUILD) ?? false;
}
