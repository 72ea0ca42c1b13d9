import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'resources/claims-unsupported',
  code: 'KW1110',
  title: 'Dynamic resource claims on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.resourceClaims', 'spec.containers[*].resources.claims', 'spec.initContainers[*].resources.claims'],
    check(field, { report }) {
      const names = field.items().flatMap((claim) => claim.get('name')?.string ?? []);
      if (names.length === 0) return;
      report({
        at: field.span,
        message: message(
          '`{0}` {effect}: dynamic resource allocation is not supported on Windows nodes.',
          String(field.key),
        ),
      });
    },
  },
  outcomes: [{ effect: 'fails', since: '1.26', doubtful: true }],
  why: `Dynamic resource allocation (DRA) requires a driver on the node, and no driver runs on Windows. Windows nodes
offer devices only through device plug-ins. Request a device in \`resources.limits\`, for example with
\`microsoft.com/directx: 1\`.`,
  sources: [docs.dynamicResources, code('kubernetes/kubernetes pkg/kubelet/cm/container_manager_windows.go')],
} satisfies Rule;
