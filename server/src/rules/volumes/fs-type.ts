import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import type { Field, Fix } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { acceptsFileSystem, migratedDriver } from '../../windows/csi-drivers.ts';
import { isLinuxFileSystem, isServerFileSystem } from '../../windows/file-systems.ts';

const UNKNOWN = 'the driver is not known';
const REJECTED = 'the driver is known to reject the file system';
const RESULT = 'The pod stays in ContainerCreating.';

export default volumeRule({
  id: 'volumes/fs-type',
  code: 'KW1231',
  title: 'Linux file system on a Windows volume',
  parts: ['csi', 'awsElasticBlockStore', 'azureDisk', 'gcePersistentDisk', 'vsphereVolume'].map(
    (source) => `${source}.fsType`,
  ),
  messageEnd: '{effect}: its driver has no known support for `fsType: {0}` on Windows.',
  appliesTo: (field, { settings }) => faultOf(field, settings) !== undefined,
  caseOf: (field, { settings }) => faultOf(field, settings) ?? UNKNOWN,
  fixes: (field, { isShared }) =>
    isShared ? [] : field.parent?.key === 'azureDisk' ? [changeToNtfs(field)] : [changeToNtfs(field), remove(field)],
  outcomes: [
    { effect: 'fails', case: REJECTED, phrase: 'cannot be mounted', result: RESULT },
    { effect: 'fails', case: UNKNOWN, doubtful: true, phrase: 'may fail to mount', result: RESULT },
  ],
  why: `Windows formats a new disk with NTFS, and the driver decides what a name of another file system means there.
\`disk.csi.azure.com\` ignores it, \`ebs.csi.aws.com\` accepts \`ext3\`, \`ext4\` and \`xfs\` and formats NTFS,
\`csi.vsphere.vmware.com\` does so with \`ext4\`, and \`pd.csi.storage.gke.io\` accepts only \`ntfs\`. Remove \`fsType\` or
set it to \`ntfs\`.

Windows cannot read a disk that was formatted on Linux, regardless of \`fsType\`.`,
  sources: [
    docs.windowsStorage,
    {
      title: 'kubernetes-sigs/azuredisk-csi-driver#561: migration issue on Windows',
      url: 'https://github.com/kubernetes-sigs/azuredisk-csi-driver/issues/561',
    },
    code('kubernetes-sigs/azuredisk-csi-driver 043d0b2 pkg/os/volume/volume.go FormatVolume'),
    code('kubernetes-sigs/aws-ebs-csi-driver c14b06d pkg/driver/node.go ValidFSTypes'),
    code('kubernetes-sigs/vsphere-csi-driver 68fad10 pkg/csi/service/osutils/windows_os_utils.go'),
    {
      title: 'kubernetes-sigs/gcp-compute-persistent-disk-csi-driver#641: Add fstype check for Windows',
      url: 'https://github.com/kubernetes-sigs/gcp-compute-persistent-disk-csi-driver/pull/641',
    },
    code('kubernetes/mount-utils mount_windows.go formatAndMountSensitive'),
    code('kubernetes/kubernetes pkg/apis/core/v1/zz_generated.defaults.go'),
  ],
});

function faultOf(field: Field, { kubernetesVersion }: Settings): string | undefined {
  const fileSystem = field.string ?? '';
  const source = field.parent;
  if (source === undefined || isPlaceholder(fileSystem) || isServerFileSystem(field)) return undefined;
  const isInTree = source.key !== 'csi';
  const driver = isInTree ? migratedDriver(String(source.key), kubernetesVersion) : source.get('driver')?.string;
  const isAccepted = acceptsFileSystem(driver, fileSystem) ?? !isLinuxFileSystem(fileSystem);
  if (isAccepted) return undefined;
  // Before the migration, Kubernetes itself formatted the disk, with the file system that is named.
  return isInTree || acceptsFileSystem(driver, fileSystem) === false ? REJECTED : UNKNOWN;
}

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
