import type { Field, Fix } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { volumeRule } from '../../lint/volume-source-rule.ts';
import { isLinuxFileSystem } from '../../windows/file-systems.ts';

export default volumeRule({
  id: 'volumes/fs-type',
  title: 'Linux file system for a Windows volume',
  parts: ['csi', 'awsElasticBlockStore', 'azureDisk', 'gcePersistentDisk', 'vsphereVolume'].map(
    (source) => `${source}.fsType`,
  ),
  says: 'asks for the file system `{0}`, which Windows can neither make nor read.',
  concerns: (field) => isLinuxFileSystem(field.string),
  fixes: (field, { isShared }) => (isShared ? [] : [changeToNtfs(field), remove(field)]),
  outcomes: [
    { effect: 'fails', result: 'The disk cannot be formatted and mounted, so the pod stays in ContainerCreating.' },
  ],
  why: `Windows formats a new disk with NTFS, which is what it does when nothing is said; some drivers offer ReFS. A disk that was
formatted on Linux cannot be read on Windows, whatever the manifest says.`,
  sources: [docs.windowsStorage, code('kubernetes/mount-utils mount_windows.go formatAndMountSensitive')],
});

function changeToNtfs(field: Field): Fix {
  return {
    title: 'Change `fsType` to `ntfs`',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: 'ntfs' }],
  };
}

function remove(field: Field): Fix {
  return { title: 'Remove `fsType`', safety: 'review', changes: [{ kind: 'remove', path: field.path }] };
}
