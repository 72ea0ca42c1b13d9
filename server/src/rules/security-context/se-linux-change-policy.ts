import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-change-policy',
  code: 'KW1176',
  title: 'seLinuxChangePolicy on a Windows pod',
  fields: ['spec.securityContext.seLinuxChangePolicy'],
  message: '`{0}: {1}` {effect}: Windows does not support SELinux.',
  accepted: isUnfilled,
  outcomes: rejectedOnceDeclared('1.33', { effect: 'ignored', since: '1.32' }),
  why: `The policy selects how the files of a volume get their SELinux label: one by one, or with a mount option.
Windows supports neither the labels nor the mount option.

In Kubernetes 1.33 and later, the API server rejects the field on pods with \`os.name: windows\`. In 1.32, the API
server drops the field because the feature is off by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
