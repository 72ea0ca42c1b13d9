import type { Field, Fix } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { isLinuxFileSystem, isServerFileSystem } from '../../windows/file-systems.ts';

export default volumeRule({
  id: 'volumes/fs-type',
  title: 'Linux file system on a Windows volume',
  parts: ['csi', 'awsElasticBlockStore', 'azureDisk', 'gcePersistentDisk', 'vsphereVolume'].map(
    (source) => `${source}.fsType`,
  ),
  messageEnd: 'cannot be mounted: Windows does not support `fsType: {0}`.',
  appliesTo: (field) => isLinuxFileSystem(field.string) && !isServerFileSystem(field),
  fixes: (field, { isShared }) =>
    isShared ? [] : field.parent?.key === 'azureDisk' ? [changeToNtfs(field)] : [changeToNtfs(field), remove(field)],
  outcomes: [{ effect: 'fails', result: 'Formatting the disk fails, and the pod stays in ContainerCreating.' }],
  why: `Windows formats a new disk with NTFS by default; some drivers also support ReFS. Remove \`fsType\` or set it to
\`ntfs\`. Windows cannot read a disk that was formatted on Linux, regardless of \`fsType\`.`,
  sources: [
    docs.windowsStorage,
    code('kubernetes/mount-utils mount_windows.go formatAndMountSensitive'),
    code('kubernetes/kubernetes pkg/apis/core/v1/zz_generated.defaults.go'),
  ],
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
