import { forbiddenField, isUnfilled, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-change-policy',
  title: 'seLinuxChangePolicy on a Windows pod',
  fields: ['spec.securityContext.seLinuxChangePolicy'],
  says: 'Windows has no SELinux, so `{0}: {1}` has no labels to bring to volumes.',
  accepted: isUnfilled,
  outcomes: rejectedOnceDeclared('1.33', { effect: 'ignored', since: '1.32' }),
  why: `The policy chooses how the files of a volume get their SELinux label: file by file, or with a mount option. Windows
has neither the labels nor the mount option. A pod that declares \`os.name: windows\` may not have the field from 1.33 on;
in 1.32 the API server drops it, because the feature is off there by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
