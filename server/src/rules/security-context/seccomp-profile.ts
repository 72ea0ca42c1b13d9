import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/seccomp-profile',
  title: 'Seccomp profile on a Windows pod',
  fields: inSecurityContexts('seccompProfile'),
  says: 'Windows has no seccomp, so `{0}` filters no system calls.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing', since: '1.19' },
    { effect: 'ignored', since: '1.19' },
  ),
  why: `Seccomp filters the system calls of a Linux process; nothing on Windows corresponds to it. Most profiles stand in
Windows pods because the Pod Security level \`restricted\` asks for one. From policy version 1.25 on it asks no longer
where the pod declares \`os.name: windows\`, and there the API server refuses the field whatever its type is. So declare the
operating system and remove the profile in one go.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
});
