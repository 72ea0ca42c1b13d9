import { message, type Rule } from '../../lint/rule.ts';
import { inLastingContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'container/host-port',
  code: 'KW1017',
  title: 'hostPort on a Windows overlay network',
  since: '0.2',
  gate: 'windows',
  pod: {
    watches: inLastingContainers('ports[*].hostPort'),
    check(field, { pod, settings, report }) {
      // With `hostNetwork`, the ports of a HostProcess pod are those of the node: no plug-in maps them.
      const hostNetwork = pod.spec.get('hostNetwork');
      const isOnPodNetwork = hostNetwork === undefined || hostNetwork.boolean === false;
      if (settings.cniMode !== 'overlay' || !field.number || !isOnPodNetwork) return;
      report({
        at: field.valueSpan,
        message: message('`hostPort: {0}` {effect} on a Windows overlay network.', String(field.number)),
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'The CNI plug-in `win-overlay` does not map host ports.',
    },
  ],
  why: `The network plug-in of a node maps a \`hostPort\` to the pod. \`win-overlay\` ignores the port mappings that the
container runtime passes to it. \`win-bridge\` and Microsoft's \`sdnoverlay\` apply them.

Use a Service of type NodePort or LoadBalancer, or a plug-in that maps ports.

This rule applies only if the setting \`kubewin.cniMode\` is \`overlay\`.`,
  sources: [
    docs.windowsNetworking,
    code('containernetworking/plugins plugins/main/windows/win-overlay/win-overlay_windows.go'),
    code('containernetworking/plugins plugins/main/windows/win-bridge/win-bridge_windows.go'),
    code('microsoft/windows-container-networking cni/cni.go GetEndpointInfo'),
    {
      title: 'CNI plug-ins: portMappings not supported in win-overlay (containernetworking/plugins issue 530)',
      url: 'https://github.com/containernetworking/plugins/issues/530',
    },
  ],
} satisfies Rule;
