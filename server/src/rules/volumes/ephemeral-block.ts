import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/ephemeral-block',
  code: 'KW1227',
  title: 'Raw block ephemeral volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].ephemeral.volumeClaimTemplate.spec.volumeMode'],
    check(field, { report }) {
      if (field.string !== 'Block') return;
      report({
        at: field.valueSpan,
        message: message(
          '`volumeMode: Block` of volume `{0}` {effect}: Windows does not support raw block volumes.',
          volumeNameOf(field),
        ),
        fixes: [
          {
            title: 'Change `volumeMode` to `Filesystem`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
          },
        ],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.19',
      result: 'The device cannot be mapped, and the pod stays in ContainerCreating.',
    },
  ],
  why: `Windows nodes support only volumes with a file system. Set \`volumeMode: Filesystem\`, which is the default,
and mount the volume with \`volumeMounts\` instead of \`volumeDevices\`.`,
  sources: [docs.windowsStorage],
} satisfies Rule;
