import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group',
  code: 'KW1168',
  title: 'fsGroup on a Windows pod',
  fields: ['spec.securityContext.fsGroup'],
  message: '`{0}: {1}` {effect}: the kubelet does not change volume ownership on Windows.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux, the kubelet changes the group of the files in a volume to \`fsGroup\`. On Windows, access control
lists (ACLs) control access to files, and the kubelet does not change them. Removing \`fsGroup\` does not give the
application access to a volume.

\`ContainerUser\` cannot create files in the root of a new volume, but it can create folders there. Write to a subfolder
that the application creates, or grant access once in an init container that runs as \`ContainerAdministrator\`:
\`icacls C:\\data /grant "Users:(OI)(CI)M"\`. Alternatively, run the application as \`ContainerAdministrator\`.

With \`os.name: windows\`, the API server rejects the field, even in HostProcess pods.`,
  sources: [
    docs.windowsIntro,
    VALIDATE_WINDOWS,
    {
      title: 'kubernetes/kubernetes issue 131341',
      url: 'https://github.com/kubernetes/kubernetes/issues/131341',
    },
    { title: 'kubernetes-csi/csi-proxy issue 382', url: 'https://github.com/kubernetes-csi/csi-proxy/issues/382' },
    code('kubernetes/kubernetes pkg/volume/volume_unsupported.go SetVolumeOwnership'),
  ],
});
