import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/volume-mode-block',
  code: 'KW1093',
  title: 'Raw block PersistentVolume on Windows',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.volumeMode'],
      check(field, { object, facts, report }) {
        if (field.string !== 'Block') return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first === undefined && nodesOfVolume(object) !== 'windows') return;
        const fix: Fix = {
          title: 'Change `volumeMode` to `Filesystem`',
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
        };
        report({
          at: field.valueSpan,
          message:
            first === undefined
              ? message(
                  '`volumeMode: Block` {effect}: this volume is on Windows nodes, which do not support raw block volumes.',
                )
              : message(
                  '`volumeMode: Block` prevents Windows {0} from starting: Windows does not support raw block volumes.',
                  podTitle(first.pod),
                ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        });
      },
    },
  ],
  outcomes: [{ effect: 'fails', result: 'The device cannot be mapped, and the pod stays in ContainerCreating.' }],
  why: `Windows nodes support only volumes with a file system. Set \`volumeMode: Filesystem\`, which is the default, in
the PersistentVolume and in its claim, and mount the volume with \`volumeMounts\`.`,
  sources: [docs.persistentVolumes, docs.windowsStorage],
} satisfies Rule;
