import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-options',
  code: 'KW1177',
  title: 'SELinux options on a Windows pod',
  fields: inSecurityContexts('seLinuxOptions'),
  message: '`{0}` {effect}: Windows does not support SELinux.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.entries().length === 0,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `SELinux labels processes and files, and the Linux kernel uses the labels to control access. Windows uses
accounts and access control lists (ACLs) instead, so the kubelet on a Windows node ignores the options.

With \`os.name: windows\`, the API server rejects the field, even if it is empty and even in HostProcess pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
