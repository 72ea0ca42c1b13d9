import type { PodFact } from '../../kubernetes/facts.ts';
import type { KubeObject } from '../../kubernetes/object.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Fix, type Message, message, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { acceptsFileSystem, migratedDriver, needsFileSystem } from '../../windows/csi-drivers.ts';
import { isLinuxFileSystem } from '../../windows/file-systems.ts';
import { BETA_OS_LABEL, OS_LABEL } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

const UNKNOWN = 'the driver of a Windows pod is not known';
const REJECTED = 'the driver of a Windows pod rejects it';
const ABSENT = 'the driver of a Windows pod needs the name';
const BY_NAME = 'the name or topology of the class indicates Windows';

const PARAMETER = 'csi.storage.k8s.io/fstype';
/** external-provisioner and the drivers read the parameter in any case. */
const PARAMETERS = /^(?:csi\.storage\.k8s\.io\/)?fstype$/i;

export default {
  id: 'storage-class/fs-type',
  code: 'KW1198',
  title: 'StorageClass with a Linux file system',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['parameters[csi.storage.k8s.io/fstype]', 'parameters.fsType', 'parameters.fstype'],
      check(field, { object, facts, settings, report }) {
        const fileSystem = field.string ?? '';
        const isAccepted = isPlaceholder(fileSystem) || acceptsFileSystem(driverOf(object, settings), fileSystem);
        if (isAccepted ?? !isLinuxFileSystem(fileSystem)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined && (users.shared || !namesWindows(object))) return;
        report({
          at: field.valueSpan,
          case: first === undefined ? BY_NAME : isAccepted === undefined ? UNKNOWN : REJECTED,
          message: messageOn(fileSystem, first?.pod, isAccepted === false),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [changeValue(field, 'ntfs')],
        });
      },
    },
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['provisioner'],
      check(field, { object, facts, settings, report }) {
        const driver = driverOf(object, settings);
        if (driver === undefined || !needsFileSystem(driver)) return;
        const parameters = object.field.get('parameters')?.entries() ?? [];
        if (parameters.some(([key]) => PARAMETERS.test(key))) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        const fix: Fix = {
          title: 'Set `csi.storage.k8s.io/fstype` to `ntfs`',
          safety: 'review',
          changes: [{ kind: 'insert', path: [...object.field.path, 'parameters', PARAMETER], value: 'ntfs' }],
        };
        report({
          at: field.valueSpan,
          case: ABSENT,
          message: message(
            'Without a file system in `parameters`, Windows {0} may not start: `{1}` then gets `ext4` and rejects it.',
            podTitle(first.pod),
            driver,
          ),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        });
      },
    },
  ],
  outcomes: [
    { effect: 'fails', case: REJECTED, result: 'The pod stays in ContainerCreating.' },
    {
      effect: 'fails',
      case: UNKNOWN,
      doubtful: true,
      result: 'If the driver cannot format the disk, the pod stays in ContainerCreating.',
    },
    { effect: 'fails', case: ABSENT, doubtful: true },
    { effect: 'differs', case: BY_NAME, result: 'The driver or Windows cannot format the disk with it.' },
  ],
  why: `Windows formats disks with NTFS, and the driver decides what a name of another file system means there.
\`disk.csi.azure.com\` ignores it, \`ebs.csi.aws.com\` accepts \`ext3\`, \`ext4\` and \`xfs\` and formats NTFS,
\`csi.vsphere.vmware.com\` does so with \`ext4\`, and \`pd.csi.storage.gke.io\` accepts only \`ntfs\`.

If Linux pods use the class too, create another class with \`ntfs\`, and name it in the claims of Windows pods. A class for
\`pd.csi.storage.gke.io\` has to name \`ntfs\`: without a name, the provisioner passes \`ext4\`.`,
  sources: [
    docs.windowsStorage,
    {
      title: 'Google: About Windows Server containers on GKE',
      url: 'https://docs.cloud.google.com/kubernetes-engine/docs/concepts/windows-server-gke',
    },
    {
      title: 'kubernetes-sigs/azuredisk-csi-driver#3779: add fstype allowlist',
      url: 'https://github.com/kubernetes-sigs/azuredisk-csi-driver/pull/3779',
    },
    code('kubernetes-sigs/aws-ebs-csi-driver c14b06d pkg/driver/node.go ValidFSTypes'),
    code('kubernetes-sigs/vsphere-csi-driver 68fad10 pkg/csi/service/osutils/windows_os_utils.go'),
    code(
      'kubernetes-sigs/gcp-compute-persistent-disk-csi-driver 03d4a84 deploy/kubernetes/base/controller/controller.yaml',
    ),
  ],
} satisfies Rule;

/** The CSI driver of a class; undefined where Kubernetes itself provisions its volumes. */
function driverOf({ field }: KubeObject, { kubernetesVersion }: Settings): string | undefined {
  const provisioner = field.get('provisioner')?.string;
  return provisioner && (migratedDriver(provisioner, kubernetesVersion) ?? provisioner);
}

function messageOn(fileSystem: string, pod: PodFact | undefined, isRejected: boolean): Message {
  if (pod === undefined)
    return message(
      '`{0}` does not work on Windows, but the name or topology of this class indicates Windows.',
      fileSystem,
    );
  return isRejected
    ? message(
        '`{1}` prevents Windows {0} from starting: on Windows, the driver rejects this file system.',
        podTitle(pod),
        fileSystem,
      )
    : message(
        '`{1}` may prevent Windows {0} from starting: Windows does not support this file system.',
        podTitle(pod),
        fileSystem,
      );
}

/** Whether the name or the topology of a class indicates Windows. */
function namesWindows({ name, field }: KubeObject): boolean {
  if (/windows|(?:^|[-_.])win(?:$|[-_.\d])/i.test(name ?? '')) return true;
  const topologies = field.get('allowedTopologies')?.items() ?? [];
  return topologies
    .flatMap((topology) => topology.get('matchLabelExpressions')?.items() ?? [])
    .filter((expression) => [OS_LABEL, BETA_OS_LABEL].includes(expression.get('key')?.string ?? ''))
    .some((expression) => expression.get('values')?.strings().join() === 'windows');
}
