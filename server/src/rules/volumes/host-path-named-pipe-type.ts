import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'volumes/host-path-named-pipe-type',
  code: 'KW1238',
  title: 'hostPath type with a named pipe',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.type'],
    check(field, { report }) {
      const type = field.string ?? '';
      if (!TYPES.includes(type) || field.parent === undefined || hostEndpoint(field.parent) !== 'named pipe') return;
      report({
        at: field.valueSpan,
        message: message(
          '`type: {1}` of volume `{0}` {effect}: a named pipe does not match this type.',
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
      doubtful: true,
      result: 'If the type check of the kubelet fails, the pod stays in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
  ],
  why: `The kubelet compares what it finds at the path with \`type\`, and a named pipe is neither a file nor a
directory nor a socket. Remove \`type\` or leave it empty to skip the check.`,
  sources: [docs.volumesAt('hostpath'), docs.windowsStorage],
} satisfies Rule;

const TYPES: readonly string[] = ['Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];
