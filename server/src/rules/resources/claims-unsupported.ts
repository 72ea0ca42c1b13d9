import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'resources/claims-unsupported',
  title: 'Claims of dynamic resources on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.resourceClaims', 'spec.containers[*].resources.claims', 'spec.initContainers[*].resources.claims'],
    *check(field) {
      const names = field.items().flatMap((claim) => claim.get('name')?.string ?? []);
      if (names.length === 0) return;
      yield {
        at: field.span,
        message: message(
          'Kubelets on Windows prepare no dynamic resources such as {0}.',
          names.map((name) => `\`${name}\``).join(', '),
        ),
      };
    },
  },
  outcomes: [{ effect: 'fails', since: '1.26', doubtful: true }],
  why: `Dynamic resource allocation is made for Linux nodes; no driver for it runs on Windows. Devices are offered there by
device plug-ins, and a container asks for them under \`resources.limits\`, as in \`microsoft.com/directx: 1\`.`,
  sources: [docs.dynamicResources, code('kubernetes/kubernetes pkg/kubelet/cm/container_manager_windows.go')],
} satisfies Rule;
