import { defineFilter, matching } from '../../kubernetes/questions.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { isRecord } from '../../lint/settings/settings.ts';
import { parseObject } from '../../rule-kit/json.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hasNodesOfBoth } from '../../windows/nodes.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

const VNI = 4096;
const PORT = 4789;

export default {
  id: 'node-network/flannel-vxlan',
  code: 'KW1075',
  title: 'Flannel VXLAN settings that exclude Windows nodes',
  since: '0.1',
  gate: 'object',
  objects: [
    {
      kind: 'ConfigMap',
      group: '',
      watches: ['data[net-conf.json]'],
      check(field, { object, settings, facts, report }) {
        const backend = parseObject(field.string ?? '')?.['Backend'];
        const wrong = isRecord(backend) ? wrongSettings(backend) : [];
        if (wrong.length === 0) return;
        const hasWindows =
          settings.mixedCluster ||
          hasNodesOfBoth(facts) ||
          facts.ask(matching(windowsFlannelPods, null, { namespace: object.namespace })).length > 0;
        if (!hasWindows) return;
        report({
          at: field.span,
          message: message('The VXLAN settings of Flannel {effect}: Windows nodes require {0}.', wrong.join(' and ')),
        });
      },
    },
  ],
  outcomes: [{ effect: 'fails', doubtful: true, phrase: 'cut off the pods on Windows nodes', result: '' }],
  why: `On Windows nodes, Flannel supports only port 4789 and VNIs from 4096 on, without the options \`DirectRouting\`
and \`GBP\`. With other settings it does not start there, and with the defaults the nodes cannot reach each other. Set
\`"VNI": 4096\` and \`"Port": 4789\`, which then apply to all nodes.

On Linux nodes, Flannel uses VNI 1 and port 8472 by default.`,
  sources: [
    docs.windowsNetworking,
    {
      title: 'Microsoft: Network solutions for Kubernetes on Windows',
      url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/kubernetes/network-topologies',
    },
    code('flannel-io/flannel pkg/backend/vxlan/vxlan_windows.go RegisterNetwork'),
  ],
} satisfies Rule;

/** The settings of a VXLAN backend that are wrong for Windows nodes. Flannel ignores the case of keys. */
function wrongSettings(backend: Readonly<Record<string, unknown>>): string[] {
  const settings = new Map(Object.entries(backend).map(([key, value]) => [key.toLowerCase(), value]));
  const vni = settings.get('vni');
  if (settings.get('type') !== 'vxlan') return [];
  return [
    typeof vni === 'number' && vni >= VNI ? [] : `\`"VNI": ${VNI}\``,
    settings.get('port') === PORT ? [] : `\`"Port": ${PORT}\``,
    settings.get('directrouting') === true ? '`"DirectRouting": false`' : [],
    settings.get('gbp') === true ? '`"GBP": false`' : [],
  ].flat();
}

const windowsFlannelPods = defineFilter(
  'rules/node-network/flannel-vxlan windowsFlannelPods',
  'Pod',
  (pod) => isCertainlyWindows(pod) && pod.name.includes('flannel'),
);
