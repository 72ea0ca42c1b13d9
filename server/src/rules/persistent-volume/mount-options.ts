import { type CheckContext, type Field, message, type Problem, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { linuxMountOptions } from '../../windows/file-systems.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { type StorageUsers, usersOfClass, usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/mount-options',
  title: 'Linux mount options for a Windows volume',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.mountOptions'],
      check: (field, { object, facts }: CheckContext) => problems(field, () => usersOfVolume(facts, object.name)),
    },
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['mountOptions'],
      check: (field, { object, facts }: CheckContext) => problems(field, () => usersOfClass(facts, object.name)),
    },
  ],
  outcomes: [{ effect: 'differs', result: 'Windows nodes do nothing with options of this kind.' }],
  why: `Mount options go to the \`mount\` command of Linux. Windows maps a share by a command of its own and formats a disk with NTFS:
owners, modes and versions of protocols are not set there. Access control lists of the share or disk say who may do what. Where
Linux pods use the volume too, the options can stay.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

function* problems(field: Field, usersOf: () => StorageUsers): Iterable<Problem> {
  const options = linuxMountOptions(field.strings());
  if (options.length === 0) return;
  const users = usersOf();
  const [first] = users.windows;
  if (first === undefined) return;
  yield {
    at: field.span,
    message: message(
      'The Windows {0} uses what is mounted with {1} here.',
      podTitle(first.pod),
      options.map((option) => `\`${option}\``).join(', '),
    ),
    related: relatedUsers(users),
  };
}
