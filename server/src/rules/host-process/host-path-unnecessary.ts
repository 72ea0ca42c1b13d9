import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/host-path-unnecessary',
  code: 'KW1048',
  title: 'hostPath volume in a HostProcess pod',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec.volumes[*].hostPath'],
    check(field, { pod, once, report }) {
      const isFile = field.isMapping && hostEndpoint(field) === undefined;
      // The kubelet creates such a directory or file, so the volume is needed.
      if (/OrCreate$/.test(field.get('type')?.source ?? '')) return;
      if (!isFile || once(pod.spec, hostProcessOf).extent === 'none') return;
      report({
        at: field.span,
        message: message('`hostPath` {effect}: HostProcess containers access the file system of the node directly.'),
      });
    },
  },
  outcomes: [{ effect: 'advice', since: '1.22' }],
  why: `A HostProcess container runs directly on the node and can open \`C:\\etc\\kubernetes\` by its own path. A
\`hostPath\` volume works, too: containerd 1.7 mounts it at its \`mountPath\`, containerd 1.6 below
\`%CONTAINER_SANDBOX_MOUNT_POINT%\`. Remove the volume unless you need the directory at a different path.

The Pod Security level \`baseline\` forbids \`hostPath\` volumes, too.`,
  sources: [docs.hostProcess],
} satisfies Rule;
