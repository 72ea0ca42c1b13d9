import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { migratedDriver } from '../../windows/csi-drivers.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

const DRIVER = 'ebs.csi.aws.com';

export default {
  id: 'storage-class/ebs-format-options',
  code: 'KW1197',
  title: 'Format options of EBS volumes on Windows',
  since: '0.2',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: [
        'parameters.blockSize',
        'parameters.inodeSize',
        'parameters.bytesPerInode',
        'parameters.numberOfInodes',
        'parameters.ext4BigAlloc',
        'parameters.ext4ClusterSize',
      ],
      check(field, { object, facts, settings, report }) {
        const provisioner = object.field.get('provisioner')?.string ?? '';
        if ((migratedDriver(provisioner, settings.kubernetesVersion) ?? provisioner) !== DRIVER) return;
        // The driver passes `bigalloc` on only if the value is `true`.
        if (!field.string || (field.key === 'ext4BigAlloc' && field.string !== 'true')) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        report({
          at: field.span,
          message: message(
            '`{1}` prevents Windows {0} from starting: `{2}` has no format options on Windows.',
            podTitle(first.pod),
            String(field.key),
            DRIVER,
          ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [{ ...removal(field), safety: 'review' }],
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      result: 'The pod stays in ContainerCreating, or Pending if the class names NTFS.',
      seen: 'formatOptions not supported on Windows!',
    },
  ],
  why: `The EBS driver passes these parameters to the Linux program that formats the disk. Its node plug-in for Windows
rejects any format option, and with \`ntfs\` the driver does not even create the volume. Remove the parameters, or use another
class in the claims of Windows pods.`,
  sources: [
    {
      title: 'kubernetes-sigs/aws-ebs-csi-driver: parameters',
      url: 'https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/parameters.md',
    },
    {
      title: 'kubernetes-sigs/aws-ebs-csi-driver#1452: Support specifying block size for filesystem format',
      url: 'https://github.com/kubernetes-sigs/aws-ebs-csi-driver/pull/1452',
    },
    code('kubernetes-sigs/aws-ebs-csi-driver c14b06d pkg/driver/node.go NodeStageVolume'),
    code(
      'kubernetes-sigs/aws-ebs-csi-driver pkg/mounter/safe_mounter_windows.go FormatAndMountSensitiveWithFormatOptions',
    ),
    code('kubernetes-sigs/aws-ebs-csi-driver 59b7baa pkg/driver/constants.go FileSystemConfigs'),
  ],
} satisfies Rule;
