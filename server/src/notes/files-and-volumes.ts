import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { ObjectNote, Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { t } from '../text/localize.ts';
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

const CREATED = `On a Windows node, the kubelet creates a missing file or directory with the ACL inherited from its parent
directory. The documented modes 0755 and 0644 apply only to Linux.`;

const OTHER_DRIVE = 'A program whose current drive is a different one finds it only with `C:` in front of the path.';

export const filesAndVolumes: Topic = {
  id: 'files-and-volumes',
  title: 'Files and volumes',
  notes: [
    {
      id: 'knowledge/file-permissions',
      title: 'File permissions',
      watches: ['configMap', 'downwardAPI', 'projected', 'secret'].map((kind) => `spec.volumes[*].${kind}.defaultMode`),
      text: `On Windows, an access control list (ACL) of security identifiers (SIDs) controls who can open a file. Windows
has no mode bits and no numeric user or group IDs.`,
      sources: [docs.windowsSecurity],
    },
    {
      id: 'storage/access-modes',
      title: 'Access modes',
      watches: ['spec.volumes[*].ephemeral.volumeClaimTemplate.spec.accessModes'],
      objects: ACCESS_MODES,
      text: `Access modes depend on the driver, not on Windows: \`ReadWriteMany\` requires SMB, and drivers for block disks
support only \`ReadWriteOnce\`. For storage that several pods write to, choose a StorageClass based on SMB.`,
      sources: [docs.persistentVolumes],
    },
    {
      id: 'storage/csi-proxy',
      title: 'CSI drivers on Windows nodes',
      since: '1.16',
      text: `The node plug-in of a CSI driver performs privileged operations. On Windows, it uses csi-proxy for them (GA
since 1.22) or, in newer drivers, runs as a HostProcess pod. Make sure that the Windows DaemonSet of the driver runs on
the Windows nodes, together with csi-proxy if the driver still needs it.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'storage/layered-filesystem',
      title: 'Container file system',
      watches: inContainers('workingDir'),
      text: `Windows combines the layers of an image with an NTFS filter driver. A path is resolved in the file system of
the container, on its own drive C.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'storage/sam-not-shared',
      title: 'Permissions on volumes',
      text: `The node and the container have separate account databases, so user masks and permissions of individual users
on a volume do not carry over. ACLs are evaluated inside the container: grant permissions to well-known SIDs, such as the
group Users.`,
      sources: [docs.windowsStorage, docs.windowsSecurity],
    },
    {
      id: 'volume-mounts/host-projection',
      title: 'Mounts made inside a container',
      watches: inContainers('volumeMounts[*].mountPropagation'),
      text: `What a container mounts is never visible in the file system of the node. To mount something for the node, run
the agent as a HostProcess container or as a service on the node.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'volume-mounts/no-drive-letter',
      title: 'Mount path without a drive letter',
      watches: inContainers('volumeMounts[*].mountPath'),
      says: (field, { pod, settings }) => {
        const path = field.string ?? '';
        if (!isWithoutDrive(path) || isInHostProcess(pod, settings.kubernetesVersion, field)) return undefined;
        return t`In the container, this is \`C:${path.replaceAll('/', '\\')}\`. ${OTHER_DRIVE}`;
      },
      text: `A mount path can start with a slash or a backslash: the kubelet adds \`C:\` and converts slashes to
backslashes, so \`/var/data\` becomes \`C:\\var\\data\`.
${OTHER_DRIVE}`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'volume-mounts/read-only-supported',
      title: 'Read-only mounts',
      watches: inContainers('volumeMounts[*].readOnly'),
      text: `\`readOnly: true\` works on Windows. Only the root file system of a container cannot be read-only.`,
      sources: [docs.windowsStorage],
    },
    {
      id: 'volume-mounts/service-account-token-path',
      title: 'Path of the service account token',
      watches: ['spec.automountServiceAccountToken', 'spec.serviceAccountName'],
      text: `In Windows containers, the token is in \`C:\\var\\run\\secrets\\kubernetes.io\\serviceaccount\`.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'volumes/host-path-permissions',
      title: 'Permissions of files that hostPath creates',
      watches: ['spec.volumes[*].hostPath.type'],
      says: (field) => (['DirectoryOrCreate', 'FileOrCreate'].includes(field.string ?? '') ? CREATED : undefined),
      text: `With \`type: DirectoryOrCreate\` or \`type: FileOrCreate\`: ${CREATED}`,
      sources: [docs.volumes],
    },
    {
      id: 'volumes/projected-owner',
      title: 'Owner of projected files',
      since: '1.20',
      watches: ['spec.volumes[*].projected'],
      text: `\`runAsUserName\` does not change the owner of files in a projected volume, such as a service account
token. Their ACL grants full control to Administrators and SYSTEM, and read access to Users, which includes every user in
the container.`,
      sources: [docs.projectedVolumes],
    },
  ],
};

/** Not `C:\data`, `data`, or the paths of pipes and shares, which start with two slashes or backslashes. */
function isWithoutDrive(path: string): boolean {
  return /^[\\/](?![\\/])[^:]*$/.test(path) && !isPlaceholder(path);
}
