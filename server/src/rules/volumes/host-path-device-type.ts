import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/host-path-device-type',
  code: 'KW1235',
  title: 'hostPath of type BlockDevice or CharDevice on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.type'],
    check(field, { report }) {
      const type = field.string ?? '';
      if (type !== 'BlockDevice' && type !== 'CharDevice') return;
      report({
        at: field.valueSpan,
        message: message(
          '`type: {1}` of volume `{0}` {effect}: Windows nodes have no device files.',
          volumeNameOf(field),
          type,
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The type check of the kubelet fails, and the pod stays in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
  ],
  why: `Before it mounts a \`hostPath\`, the kubelet compares the file at the path with \`type\`. Device files such as
\`/dev/sda\` exist only on Linux. To use a device of a Windows node, use a device plug-in or a HostProcess container.`,
  sources: [docs.volumesAt('hostpath-volume-types'), code('kubernetes/kubernetes pkg/volume/hostpath/host_path.go')],
} satisfies Rule;
