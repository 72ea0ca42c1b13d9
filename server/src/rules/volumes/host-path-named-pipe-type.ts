import { volumeNameOf } from '../../kubernetes/volume.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'volumes/host-path-named-pipe-type',
  title: 'Named pipe with a type',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.type'],
    *check(field) {
      const type = field.string ?? '';
      if (!TYPES.includes(type) || field.parent === undefined || hostEndpoint(field.parent) !== 'named pipe') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is a named pipe, which is none of the things that `type: {1}` asks for.',
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
      doubtful: true,
      result: 'The kubelet looks for one, so the pod may stay in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
  ],
  why: `The kubelet compares what is at the path with the \`type\`, and a pipe is no file, folder or socket. Leave the \`type\` out
or empty: then nothing is compared.`,
  sources: [docs.volumesAt('hostpath'), docs.windowsStorage],
} satisfies Rule;

const TYPES: readonly string[] = ['Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];
