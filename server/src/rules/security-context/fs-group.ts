import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group',
  title: 'fsGroup on a Windows pod',
  fields: ['spec.securityContext.fsGroup'],
  message: '`{0}: {1}` {effect}: the kubelet does not change volume ownership on Windows.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux, the kubelet changes the group of the files in a volume to \`fsGroup\`. On Windows, access control
lists (ACLs) control access to files, and the kubelet does not change them. Set the ACLs in the volume or the image,
or set \`runAsUserName\` to an account that has access.

With \`os.name: windows\`, the API server rejects the field, even in HostProcess pods.`,
  sources: [
    docs.windowsIntro,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/volume/volume_unsupported.go SetVolumeOwnership'),
  ],
});
