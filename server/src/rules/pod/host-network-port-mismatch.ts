import { isWithin } from '../../kubernetes/version.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

const REJECTED = 'The API server rejects the pod on every operating system.';

export default {
  id: 'pod/host-network-port-mismatch',
  code: 'KW1102',
  title: 'hostPort different from containerPort with hostNetwork',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].ports[*].hostPort'],
    check(field, { pod, settings, report }) {
      const hostPort = field.number;
      const container = field.parent?.get('containerPort');
      const containerPort = container?.number;
      if (pod.spec.get('hostNetwork')?.boolean !== true || !hostPort || containerPort === undefined) return;
      if (container === undefined || hostPort === containerPort) return;
      const blamesContainerPort = isWithin(settings.kubernetesVersion, undefined, '1.27');
      report({
        at: field.valueSpan,
        ...(blamesContainerPort ? { field: container.path } : {}),
        message: message(
          '`hostPort: {0}` must equal `containerPort: {1}` with `hostNetwork: true`.',
          String(hostPort),
          String(containerPort),
        ),
        fixes: [
          {
            title: t`Change \`hostPort\` to \`${containerPort}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: containerPort }],
          },
          removal(field),
        ],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.27',
      result: REJECTED,
      seen: 'must match `hostPort` when `hostNetwork` is true',
    },
    {
      effect: 'fails',
      since: '1.28',
      result: REJECTED,
      seen: 'must match `containerPort` when `hostNetwork` is true',
    },
  ],
  why: `With \`hostNetwork: true\`, the ports of a container are ports of the node, so \`hostPort\` and
\`containerPort\` must be equal. You can also omit \`hostPort\`: the API server sets it to the \`containerPort\`.
HostProcess pods always use the host network, so this applies to them as well.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validatePodHostNetworkDeps'),
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateHostNetwork (up to 1.27)'),
  ],
} satisfies Rule;
