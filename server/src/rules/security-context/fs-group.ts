import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group',
  title: 'fsGroup on a Windows pod',
  fields: ['spec.securityContext.fsGroup'],
  says: 'The kubelet gives volumes no group on Windows, so `{0}: {1}` opens none of them.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux the kubelet hands the files of a volume to the group \`fsGroup\`. Files on NTFS have access control lists
instead, and the kubelet of a Windows node leaves them as they are. Give access inside the volume or the image, or run as
an account that has it. A pod that declares \`os.name: windows\` may not have the field at all, HostProcess pods included.`,
  sources: [
    docs.windowsIntro,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/volume/volume_unsupported.go SetVolumeOwnership'),
  ],
});
