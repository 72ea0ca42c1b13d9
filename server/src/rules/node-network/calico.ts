import { type CheckContext, type Field, message, type ObjectCheck, type Reporter, type Rule } from '../../lint/rule.ts';
import { CALICO_GROUPS, hasCalicoForWindows } from '../../rule-kit/calico.ts';
import { code } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { hasNodesOfBoth } from '../../windows/nodes.ts';

export default {
  id: 'node-network/calico',
  code: 'KW1074',
  title: 'Calico settings that exclude Windows nodes',
  since: '0.2',
  gate: 'object',
  objects: [
    ...ofCalico(['IPAMConfiguration', 'IPAMConfig'], ['spec.strictAffinity'], checkStrictAffinity),
    ...ofCalico(['IPPool'], ['spec.ipipMode', 'spec.vxlanMode'], checkEncapsulation),
    {
      kind: 'Installation',
      group: 'operator.tigera.io',
      watches: ['spec.calicoNetwork.ipPools[*].encapsulation'],
      check: checkEncapsulation,
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      case: 'strict affinity is off',
      doubtful: true,
      phrase: 'leaves Windows pods without IP addresses',
      result: '',
      seen: 'global strict affinity should not be false for Windows node',
    },
    { effect: 'fails', doubtful: true, phrase: 'does not work on Windows nodes', result: '' },
  ],
  why: `Calico assigns IP addresses to Windows nodes only with \`strictAffinity: true\`, so that Linux nodes do not borrow
addresses from them. Pods on Windows nodes are connected by VXLAN, or by BGP without an overlay. IP-in-IP and the
\`CrossSubnet\` modes are for Linux nodes.

Clusters whose network is not that of Calico, such as EKS with the VPC CNI, do not use these settings.`,
  sources: [
    {
      title: 'Calico: Install Calico for Windows using the operator',
      url: 'https://docs.tigera.io/calico/latest/getting-started/kubernetes/windows-calico/operator',
    },
    {
      title: 'Calico: Limitations and known issues of Calico for Windows',
      url: 'https://docs.tigera.io/calico/latest/getting-started/kubernetes/windows-calico/limitations',
    },
    code('projectcalico/calico libcalico-go/lib/ipam/ipam.go ErrStrictAffinity'),
  ],
} satisfies Rule;

function ofCalico(
  kinds: readonly string[],
  watches: ObjectCheck['watches'],
  check: ObjectCheck['check'],
): ObjectCheck[] {
  return CALICO_GROUPS.flatMap((group) => kinds.map((kind) => ({ kind, group, watches, check })));
}

function checkStrictAffinity(field: Field, context: CheckContext & Reporter): void {
  if (field.boolean !== false || !hasWindowsNodes(context)) return;
  context.report({
    at: field.valueSpan,
    case: 'strict affinity is off',
    message: message('`strictAffinity: false` {effect}.'),
    fixes: [
      {
        title: t`Set \`strictAffinity\` to \`true\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: true }],
      },
    ],
  });
}

function checkEncapsulation(field: Field, context: CheckContext & Reporter): void {
  const mode = field.string ?? '';
  const isIpIp = field.key === 'ipipMode' ? mode !== '' && mode !== 'Never' : mode.startsWith('IPIP');
  if ((!isIpIp && !mode.endsWith('CrossSubnet')) || !isForAllNodes(field.parent) || !hasWindowsNodes(context)) return;
  context.report({
    at: field.valueSpan,
    message: message(
      '`{0}: {1}` {effect}: they support only VXLAN to all nodes, or no encapsulation.',
      String(field.key),
      mode,
    ),
  });
}

/** Whether a pool for IPv4 has addresses for all nodes. Windows nodes do not use those for IPv6. */
function isForAllNodes(pool: Field | undefined): boolean {
  const nodes = pool?.get('nodeSelector');
  return (nodes === undefined || nodes.string === 'all()') && pool?.get('cidr')?.string?.includes(':') !== true;
}

function hasWindowsNodes({ object, settings, facts }: CheckContext): boolean {
  return (
    object.field.at('spec', 'calicoNetwork', 'windowsDataplane')?.string === 'HNS' ||
    settings.mixedCluster ||
    hasNodesOfBoth(facts) ||
    hasCalicoForWindows(facts)
  );
}
