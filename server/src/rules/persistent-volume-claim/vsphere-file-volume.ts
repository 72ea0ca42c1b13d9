import type { PodFact } from '../../kubernetes/facts.ts';
import { storageClassOf } from '../../kubernetes/object-fact.ts';
import { type Facts, named } from '../../kubernetes/questions.ts';
import { type Field, message, type Problem, type Related, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { podsOfStatefulSet, usersOfClaim, usersOfVolume } from '../../windows/storage-links.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

const DRIVER = 'csi.vsphere.vmware.com';

export default {
  id: 'persistent-volume-claim/vsphere-file-volume',
  code: 'KW1089',
  title: 'vSAN file volume on Windows',
  since: '0.2',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolumeClaim',
      watches: ['spec.accessModes'],
      check(field, { object, facts, report }) {
        if (!isForFiles(field) || !isOfClass(object.field, facts)) return;
        const users = usersOfClaim(facts, object.name, object.namespace);
        const [first] = users.windows;
        if (first !== undefined) report(problem(field, first.pod, relatedUsers(users)));
      },
    },
    {
      group: '',
      kind: 'PersistentVolume',
      watches: ['spec.accessModes'],
      check(field, { object, facts, report }) {
        if (!isForFiles(field) || object.field.at('spec', 'csi', 'driver')?.string !== DRIVER) return;
        const users = usersOfVolume(facts, object.name);
        const [first] = users.windows;
        if (first !== undefined) report(problem(field, first.pod, relatedUsers(users)));
      },
    },
    {
      group: 'apps',
      kind: 'StatefulSet',
      watches: ['spec.volumeClaimTemplates[*].spec.accessModes'],
      check(field, { object, facts, report }) {
        const template = field.parent?.parent;
        if (template === undefined || !isForFiles(field) || !isOfClass(template, facts)) return;
        const pods = podsOfStatefulSet(facts, object);
        const [pod] = pods;
        if (pod !== undefined && pods.every(isCertainlyWindows)) report(problem(field, pod, []));
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      result: 'The pod stays in ContainerCreating.',
      seen: 'vSAN file service volume can not be mounted on windows node',
    },
  ],
  why: `For \`ReadWriteMany\` and \`ReadOnlyMany\`, the vSphere driver provides NFS shares of the vSAN file service. Its
node plug-in for Windows does not mount them.

Use \`ReadWriteOnce\` for a disk of one node. For files that
several Windows pods share, use an SMB share and \`smb.csi.k8s.io\`.`,
  sources: [
    {
      title: 'kubernetes-sigs/vsphere-csi-driver#2173: Changes for fstype validation',
      url: 'https://github.com/kubernetes-sigs/vsphere-csi-driver/pull/2173',
    },
    code(
      'kubernetes-sigs/vsphere-csi-driver 68fad10 pkg/csi/service/osutils/windows_os_utils.go GetVolumeCapabilityFsType',
    ),
    code('kubernetes-sigs/vsphere-csi-driver pkg/csi/service/common/common_controller_helper.go IsFileVolumeRequest'),
    docs.persistentVolumes,
  ],
} satisfies Rule;

/** Whether all access modes are for several nodes. With others in the list, the one that counts is not known. */
function isForFiles(modes: Field): boolean {
  const all = modes.items().map((mode) => mode.string);
  return all.length > 0 && all.every((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany');
}

/** Whether the StorageClass of a claim provisions its volume with the driver. */
function isOfClass(claim: Field, facts: Facts): boolean {
  const name = storageClassOf(claim);
  if (name === undefined || claim.at('spec', 'volumeName') !== undefined) return false;
  return facts.ask(named('StorageClass', name))?.provisioner === DRIVER;
}

function problem(field: Field, pod: PodFact, related: readonly Related[]): Problem {
  return {
    at: field.span,
    message: message(
      '`accessModes` prevents Windows {0} from starting: the vSphere driver mounts file volumes only on Linux.',
      podTitle(pod),
    ),
    related,
  };
}
