import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/allow-privilege-escalation',
  code: 'KW1165',
  title: 'allowPrivilegeEscalation on a Windows container',
  fields: inContainers('securityContext.allowPrivilegeEscalation'),
  message: '`{0}` {effect}: Windows does not have the Linux kernel flag `no_new_privs`.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  requiredByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `On Linux, the field controls whether a process can gain more privileges than its parent; Windows does not have
such a setting. \`false\` is usually set for the Pod Security level \`restricted\`.

Since policy version 1.25, \`restricted\` does not require it for pods with \`os.name: windows\`, and the API server
rejects both values there. Set \`os.name: windows\` and remove the field in the same change.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
});
