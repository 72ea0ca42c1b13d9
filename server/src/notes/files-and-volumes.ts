import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { ObjectNote, Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { isInHostProcess } from '../windows/host-process.ts';
import { usersOfClaim, usersOfVolume } from '../windows/storage-links.ts';

const ACCESS_MODES: readonly ObjectNote[] = [
  {
    kind: 'PersistentVolume',
    group: '',
    watches: ['spec.accessModes'],
    concerns: (_, { object, facts }) => usersOfVolume(facts, object.name).windows.length > 0,
  },
  {
    kind: 'PersistentVolumeClaim',
    group: '',
    watches: ['spec.accessModes'],
    concerns: (_, { object, facts }) => usersOfClaim(facts, object.name, object.namespace).windows.length > 0,
  },
  { kind: 'StatefulSet', group: 'apps', watches: ['spec.volumeClaimTemplates[*].spec.accessModes'] },
];

const CREATED = `The kubelet of a Windows node makes what is missing with the ACL that it inherits from the folder above. The
modes 0755 and 0644 of which the documentation speaks are for Linux.`;

const OTHER_DRIVE = 'A program whose current drive is another one does not find it without the `C:`.';

export const filesAndVolumes: Topic = {
  id: 'files-and-volumes',
  title: 'Files and volumes',
  notes: [
    {
      id: 'knowledge/file-permissions',
      title: 'Who may open a file',
      watches: ['configMap', 'downwardAPI', 'projected', 'secret'].map((kind) => `spec.volumes[*].${kind}.defaultMode`),
      text: `On Windows an access control list (ACL) of security identifiers decides. There are neither mode bits nor
numbers of users and groups.`,
      sources: [docs.windowsSecurity],
    },
    {
      id: 'storage/access-modes',
      title: 'Access modes',
      watches: ['spec.volumes[*].ephemeral.volumeClaimTemplate.spec.accessModes'],
      objects: ACCESS_MODES,
      text: `Windows sets no limit of its own, the driver does: \`ReadWriteMany\` takes SMB, and drivers of block disks
offer \`ReadWriteOnce\` alone. For storage that several pods write to, choose a class that is based on SMB.`,
      sources: [docs.persistentVolumes],
    },
    {
      id: 'storage/csi-proxy',
      title: 'What CSI drivers need on Windows nodes',
      since: '1.16',
      text: `The part of a CSI driver that runs on the node has to do privileged work. On Windows csi-proxy does that
for it (GA with 1.22), or the part is itself a HostProcess pod, as in newer drivers. Make sure that the driver's
DaemonSet for Windows runs on the Windows nodes, together with csi-proxy where the driver still needs it.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'storage/layered-filesystem',
      title: 'The file system of a container',
      watches: inContainers('workingDir'),
      text: `A filter driver of NTFS lays the layers of an image over each other. A path means what it means in the
container's own view, on its own drive C:.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'storage/sam-not-shared',
      title: 'Rights on volumes',
      text: `Node and container do not know each other's accounts, so that masks and rights of single users on a volume
do not carry over: ACLs are read inside the container. Give rights to well-known identifiers, such as the group Users.`,
      sources: [docs.windowsStorage, docs.windowsSecurity],
    },
    {
      id: 'volume-mounts/host-projection',
      title: 'Mounts do not come out of a container',
      watches: inContainers('volumeMounts[*].mountPropagation'),
      text: `What a container mounts never shows in the file system of the node. An agent that mounts something for the
node has to be a HostProcess container or a service of the node.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'volume-mounts/no-drive-letter',
      title: 'Mount path without a drive',
      watches: inContainers('volumeMounts[*].mountPath'),
      says: (field, { pod, settings }) => {
        const path = field.string ?? '';
        if (!isWithoutDrive(path) || isInHostProcess(pod, settings.kubernetesVersion, field)) return undefined;
        return `In the container this is \`C:${path.replaceAll('/', '\\')}\`. ${OTHER_DRIVE}`;
      },
      text: `A mount path may begin with a slash or a backslash: the kubelet puts \`C:\` in front and makes backslashes of
slashes, so that \`/var/data\` becomes \`C:\\var\\data\`.
${OTHER_DRIVE}`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'volume-mounts/read-only-supported',
      title: 'Read-only mounts',
      watches: inContainers('volumeMounts[*].readOnly'),
      text: `\`readOnly: true\` works on Windows. Only the root file system of a container cannot be made read-only
there.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'volume-mounts/service-account-token-path',
      title: 'Where the service account token is',
      watches: ['spec.automountServiceAccountToken', 'spec.serviceAccountName'],
      text: `Windows containers find it in \`C:\\var\\run\\secrets\\kubernetes.io\\serviceaccount\`.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'volumes/host-path-permissions',
      title: 'What a hostPath volume creates',
      watches: ['spec.volumes[*].hostPath.type'],
      says: (field) => (['DirectoryOrCreate', 'FileOrCreate'].includes(field.string ?? '') ? CREATED : undefined),
      text: `With the type \`DirectoryOrCreate\` or \`FileOrCreate\`: ${CREATED}`,
      sources: [docs.volumes],
    },
    {
      id: 'volumes/projected-owner',
      title: 'Who owns projected files',
      since: '1.20',
      watches: ['spec.volumes[*].projected'],
      text: `\`runAsUserName\` does not change the owner of files in a projected volume, such as a service account
token. Their ACL gives Administrators and SYSTEM full control and lets Users read, which means every user of the
container.`,
      sources: [docs.projectedVolumes],
    },
  ],
};

/** Not `C:\data`, `data` and the names of pipes and shares, which begin with two slashes or backslashes. */
function isWithoutDrive(path: string): boolean {
  return /^[\\/](?![\\/])[^:]*$/.test(path) && !isPlaceholder(path);
}
