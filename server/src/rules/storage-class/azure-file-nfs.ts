import { message, type Rule } from '../../lint/rule.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/azure-file-nfs',
  code: 'KW1196',
  title: 'StorageClass for Azure Files with NFS',
  since: '0.1',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['parameters.protocol'],
      check(field, { object, facts, report }) {
        if (field.string !== 'nfs' || object.field.get('provisioner')?.string !== 'file.csi.azure.com') return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined) return;
        report({
          at: field.valueSpan,
          message: message(
            '`protocol: nfs` prevents Windows {0} from starting: Windows supports only SMB shares of Azure Files.',
            podTitle(first.pod),
          ),
          related: relatedUsers(users),
          fixes: users.shared
            ? []
            : [
                {
                  title: 'Change `protocol` to `smb`',
                  safety: 'review',
                  changes: [{ kind: 'replace', path: field.path, value: 'smb' }],
                },
              ],
        });
      },
    },
  ],
  outcomes: [{ effect: 'fails', result: 'The pod stays in ContainerCreating.' }],
  why: `The node plug-in of the Azure Files driver mounts SMB shares on Windows nodes. NFS shares of Azure Files are not
supported on Windows. In the claims of Windows pods, use a class with \`protocol: smb\`, the default of the driver, and
without mount options for NFS.`,
  sources: [
    {
      title: 'Microsoft: NFS file shares in Azure Files',
      url: 'https://learn.microsoft.com/en-us/azure/storage/files/files-nfs-protocol',
    },
  ],
} satisfies Rule;
