import { message, type Rule } from '../../lint/rule.ts';
import { convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'pod/host-network',
  code: 'KW1101',
  title: 'hostNetwork on an ordinary Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.hostNetwork'],
    check(field, context) {
      const { pod, settings } = context;
      if (field.boolean !== true || pod.partial) return;
      const { extent, containers } = hostProcess(pod, settings.kubernetesVersion);
      const hasUnknown = containers.some(
        (container) => container.field !== undefined && container.field.boolean === undefined,
      );
      if (extent === 'all' || hasUnknown) return;
      const ordinary = containers.find((container) => !container.isHostProcess)?.container.name;
      context.report({
        at: field.span,
        message:
          extent === 'none' || ordinary === undefined
            ? message('`hostNetwork` {effect}: only HostProcess containers can use the host network on Windows.')
            : message(
                '`hostNetwork` {effect} for container `{0}`: only HostProcess containers can use the host network on Windows.',
                ordinary,
              ),
        // If some containers are HostProcess containers, the API server requires `hostNetwork`.
        // Without it, the pod gets the DNS settings of the cluster in place of those of the node.
        fixes: () => (extent === 'none' ? [removal(field, [], true), ...convertToHostProcess(pod, context)] : []),
      });
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Ordinary containers stay on the pod network.' }],
  why: `Ordinary Windows containers always use the pod network. The API server accepts \`hostNetwork\`, but each
\`hostPort\` must then equal its \`containerPort\`. The Pod Security levels \`baseline\` and \`restricted\` deny the
pod.

HostProcess pods use the host network and must set \`hostNetwork: true\`.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/enhancements keps/sig-windows/3503-host-network-support-for-windows-pods'),
    code('kubernetes/kubernetes pkg/features/kube_features.go WindowsHostNetwork (1.26 to 1.32)'),
  ],
} satisfies Rule;
