import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/ephemeral-block',
  title: 'Ephemeral volume as a raw device on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].ephemeral.volumeClaimTemplate.spec.volumeMode'],
    *check(field) {
      if (field.string !== 'Block') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is claimed as a raw device, which a Windows pod cannot have.',
          volumeNameOf(field),
        ),
        fixes: [
          {
            title: 'Change `volumeMode` to `Filesystem`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
          },
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.19',
      result: 'The kubelet cannot map the device, so the pod stays in ContainerCreating.',
    },
  ],
  why: `Windows nodes give containers volumes with a file system and nothing else. Claim the volume with \`volumeMode: Filesystem\`,
which is the default, and mount it by \`volumeMounts\` in place of \`volumeDevices\`.`,
  sources: [docs.windowsStorage],
} satisfies Rule;
