import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { nodesOfVolume } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/volume-mode-block',
  title: 'PersistentVolume as a raw device for Windows',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.volumeMode'],
      *check(field, { object, facts }) {
        if (field.string !== 'Block') return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first === undefined && nodesOfVolume(object) !== 'windows') return;
        const fix: Fix = {
          title: 'Change `volumeMode` to `Filesystem`',
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
        };
        yield {
          at: field.valueSpan,
          message:
            first === undefined
              ? message('This PersistentVolume is a raw device, and only Windows nodes can reach it.')
              : message('This PersistentVolume is a raw device, and the Windows {0} uses it.', podTitle(first.pod)),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        };
      },
    },
  ],
  outcomes: [
    { effect: 'fails', result: 'Windows nodes cannot give a raw device to a container, so the pod does not start.' },
  ],
  why: `Volumes of Windows pods have a file system. Say \`volumeMode: Filesystem\`, which is the default, in the volume and in its claim,
and mount it by \`volumeMounts\`.`,
  sources: [docs.persistentVolumes, docs.windowsStorage],
} satisfies Rule;
