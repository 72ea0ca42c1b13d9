import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { firstHostProcessField } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/host-network-required',
  code: 'KW1047',
  title: 'HostProcess pod without hostNetwork',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec', 'spec.hostNetwork'],
    check(field, { pod, settings, report }) {
      const hostProcess = firstHostProcessField(pod, settings.kubernetesVersion);
      const hostNetwork = pod.spec.get('hostNetwork');
      if (hostProcess === undefined || field !== (hostNetwork ?? pod.spec)) return;
      const isMissing = hostNetwork === undefined && !pod.partial;
      if (!isMissing && hostNetwork?.boolean !== false) return;
      const path = [...pod.spec.path, 'hostNetwork'];
      const setHostNetwork: Fix = {
        title: 'Set `hostNetwork: true`',
        safety: 'review',
        changes: [
          hostNetwork === undefined
            ? { kind: 'insert', path, value: true, place: { before: 'containers' } }
            : { kind: 'replace', path, value: true },
        ],
      };
      report({
        at: hostNetwork?.valueSpan ?? hostProcess.span,
        field: path,
        message: message('HostProcess pods require `hostNetwork: true`.'),
        related:
          hostNetwork === undefined ? [] : [{ at: hostProcess.wholeSpan, message: 'This makes it a HostProcess pod' }],
        fixes: [setHostNetwork],
      });
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'hostNetwork must be true if pod contains any hostProcess containers',
    },
  ],
  why: `HostProcess containers use the network of the node. The API server requires \`hostNetwork: true\` explicitly,
regardless of \`os.name\`. With \`hostNetwork: true\`, each \`hostPort\` must equal its \`containerPort\`.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
} satisfies Rule;
