import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { firstHostProcessField } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/host-network-required',
  title: 'HostProcess pod without hostNetwork',
  gate: 'any',
  pod: {
    watches: ['spec', 'spec.hostNetwork'],
    *check(field, { pod, settings }) {
      const hostProcess = firstHostProcessField(pod, settings.kubernetesVersion);
      const hostNetwork = pod.spec.get('hostNetwork');
      if (hostProcess === undefined || field !== (hostNetwork ?? pod.spec)) return;
      const isMissing = hostNetwork === undefined && !pod.partial;
      if (!isMissing && hostNetwork?.boolean !== false) return;
      const path = [...pod.spec.path, 'hostNetwork'];
      const set: Fix = {
        title: 'Set `hostNetwork: true`',
        safety: 'review',
        changes: [
          hostNetwork === undefined
            ? { kind: 'insert', path, value: true, place: { before: 'containers' } }
            : { kind: 'replace', path, value: true },
        ],
      };
      yield {
        at: hostNetwork?.valueSpan ?? hostProcess.span,
        field: path,
        message: message('A pod with HostProcess containers needs `hostNetwork: true`.'),
        related:
          hostNetwork === undefined ? [] : [{ at: hostProcess.wholeSpan, message: 'Makes it a HostProcess pod' }],
        fixes: [set],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'hostNetwork must be true if pod contains any hostProcess containers',
    },
  ],
  why: `A HostProcess container is a process of the node and lives on its network. The API server wants to read that in the
manifest, whatever \`os.name\` says. With the network of the node a \`hostPort\` has to be the same as its \`containerPort\`.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
} satisfies Rule;
