import { convertToHostProcess } from '../../lint/convert-to-host-process.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'pod/host-network',
  title: 'hostNetwork on an ordinary Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.hostNetwork'],
    *check(field, context) {
      const { pod, settings } = context;
      if (field.boolean !== true || pod.partial) return;
      const { extent, containers } = hostProcess(pod, settings.kubernetesVersion);
      const isOpen = containers.some((one) => one.field !== undefined && one.field.boolean === undefined);
      if (extent === 'all' || isOpen) return;
      const ordinary = containers.find((one) => !one.isHostProcess)?.container.name;
      yield {
        at: field.span,
        message:
          extent === 'none' || ordinary === undefined
            ? message('Only HostProcess containers can use the network of a Windows node, and this pod has none.')
            : message(
                'Only HostProcess containers can use the network of a Windows node, and `{0}` is none.',
                ordinary,
              ),
        // Where some containers are HostProcess the API server demands it.
        fixes: () => (extent === 'none' ? [removal(field), ...convertToHostProcess(pod, context)] : []),
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'With `hostNetwork` or without, other containers stay on the pod network.' }],
  why: `An ordinary Windows container is always connected to the network of its pod. The API server takes \`hostNetwork\` all
the same, and with it come side effects: each \`hostPort\` has to be the \`containerPort\`, and the Pod Security levels
\`baseline\` and \`restricted\` refuse the pod. HostProcess pods are another matter: they use the network of their node, and
have to say so with \`hostNetwork: true\`.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/enhancements keps/sig-windows/3503-host-network-support-for-windows-pods'),
    code('kubernetes/kubernetes pkg/features/kube_features.go WindowsHostNetwork (1.26 to 1.32)'),
  ],
} satisfies Rule;
