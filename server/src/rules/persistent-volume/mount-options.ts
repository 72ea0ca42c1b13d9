import { type Field, message, type Report, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { linuxMountOptions } from '../../windows/file-systems.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { type StorageUsers, usersOfClass, usersOfVolume } from '../../windows/storage-links.ts';

export default {
  id: 'persistent-volume/mount-options',
  code: 'KW1091',
  title: 'Linux mount options on a Windows volume',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.mountOptions'],
      check: (field, { object, facts, report }) => checkOptions(field, () => usersOfVolume(facts, object.name), report),
    },
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['mountOptions'],
      check: (field, { object, facts, report }) => checkOptions(field, () => usersOfClass(facts, object.name), report),
    },
  ],
  outcomes: [{ effect: 'differs', result: 'Windows nodes ignore Linux mount options.' }],
  why: `Mount options are for the Linux \`mount\` command. Windows maps a share with its own command and formats disks
with NTFS, so owners, modes and protocol versions cannot be set this way. Control access with the access control lists
of the share or disk.

If Linux pods use the volume too, keep the options.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

function checkOptions(field: Field, usersOf: () => StorageUsers, report: Report): void {
  const options = linuxMountOptions(field.strings());
  if (options.length === 0) return;
  const users = usersOf();
  const [first] = users.windows;
  if (first === undefined) return;
  report({
    at: field.span,
    message: message(
      'Mount options have no effect for Windows {0}: {1}.',
      podTitle(first.pod),
      options.map((option) => `\`${option}\``).join(', '),
    ),
    related: relatedUsers(users),
  });
}
