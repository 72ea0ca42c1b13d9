import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/seccomp-profile',
  code: 'KW1178',
  title: 'Seccomp profile on a Windows pod',
  fields: inSecurityContexts('seccompProfile'),
  message: '`{0}` {effect}: Windows does not support seccomp.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  requiredByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything', since: '1.19' },
    { effect: 'ignored', since: '1.19' },
  ),
  why: `Seccomp filters the system calls of a Linux process; Windows does not have an equivalent. In Windows pods, the
profile is usually set for the Pod Security level \`restricted\`.

Since policy version 1.25, \`restricted\` does not require it for pods with \`os.name: windows\`, and the API server
rejects the field there, with any type. Set \`os.name: windows\` and remove the profile in the same change.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
});
