import { named } from '../../kubernetes/questions.ts';
import type { CheckContext, Field } from '../../lint/rule.ts';
import { code } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { smbVolumeOf } from '../../windows/csi-drivers.ts';

const PARAMETER = 'csi.storage.k8s.io/node-stage-secret-name';

export default volumeRule({
  id: 'volumes/smb-domain',
  code: 'KW1251',
  title: 'SMB user without a domain',
  since: '0.2',
  parts: ['csi.nodeStageSecretRef.name'],
  podParts: ['csi.volumeAttributes.secretName'],
  classParts: [`parameters[${PARAMETER}]`],
  messageEnd: 'may fail to mount: Secret `{0}` has no `domain`, and Windows nodes then use the domain `AZURE`.',
  appliesTo: isAzureUser,
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'If the server does not ignore it, it rejects the user.',
      seen: 'The user name or password is incorrect',
    },
  ],
  why: `On Windows, the driver puts a user name without a backslash into the domain of the Secret, which is \`AZURE\` by
default. That is right only for Azure Files. Set \`domain\` in the Secret: the domain, or the name of the server for its local
users.

On Linux, the driver adds no domain, so the same Secret works there.`,
  sources: [
    {
      title: 'kubernetes-csi/csi-driver-smb#520: Issue with Windows cluster node',
      url: 'https://github.com/kubernetes-csi/csi-driver-smb/issues/520',
    },
    code('kubernetes-csi/csi-driver-smb 00209de pkg/smb/nodeserver.go NodeStageVolume'),
  ],
});

function isAzureUser(field: Field, { object, facts }: CheckContext): boolean {
  const volume = smbVolumeOf(field);
  const source = volume?.attributes?.get('source')?.string;
  // Guests have no user name, and the account names of Azure Files are in this domain.
  if (volume === undefined || source === undefined || /\.file\.core\./i.test(source)) return false;
  if (volume.mountOptions.includes('guest')) return false;
  const secret = facts.ask(named('Secret', field.string ?? '', namespaceOf(field, object)));
  if (secret === undefined || secret.isIncomplete || !secret.hasPlainUserName) return false;
  return !secret.keys.some((key) => key.toLowerCase() === 'domain');
}

function namespaceOf(field: Field, { namespace }: CheckContext['object']): string | null {
  if (field.key === 'secretName') return namespace;
  return (
    field.parent?.get(field.key === 'name' ? 'namespace' : 'csi.storage.k8s.io/node-stage-secret-namespace')?.string ??
    null
  );
}
