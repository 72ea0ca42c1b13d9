import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/allow-privilege-escalation',
  title: 'allowPrivilegeEscalation on a Windows container',
  fields: inContainers('securityContext.allowPrivilegeEscalation'),
  says: '`{0}` stands for a flag of the Linux kernel (`no_new_privs`) that Windows does not have.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `On Linux the field decides whether a program can get more rights than the one that started it. Windows has no such
switch for a container. \`false\` mostly stands in Windows pods because the Pod Security level \`restricted\` asks for it;
from policy version 1.25 on it asks no longer where the pod declares \`os.name: windows\`, and there the API server refuses
the field with either value. So declare the operating system and remove the field in one go.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
});
