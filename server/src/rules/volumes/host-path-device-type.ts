import { volumeNameOf } from '../../kubernetes/volume.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/host-path-device-type',
  title: 'Device of the node in a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.type'],
    *check(field) {
      const type = field.string ?? '';
      if (type !== 'BlockDevice' && type !== 'CharDevice') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` must be a device file by `type: {1}`, and Windows nodes have none.',
          volumeNameOf(field),
          type,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet does not find one, so the pod stays in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
  ],
  why: `Before it mounts a \`hostPath\`, the kubelet compares the file with its \`type\`. Device files such as \`/dev/sda\` are
there on Linux only; devices of a Windows node come to containers by a device plug-in, or a HostProcess container uses them
directly.`,
  sources: [docs.volumesAt('hostpath-volume-types'), code('kubernetes/kubernetes pkg/volume/hostpath/host_path.go')],
} satisfies Rule;
