import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-options',
  title: 'SELinux options on a Windows pod',
  fields: inSecurityContexts('seLinuxOptions'),
  says: 'Windows has no SELinux, so `{0}` labels nothing.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.entries().length === 0,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `SELinux labels processes and files for the Linux kernel to compare; Windows compares accounts with access control
lists instead. The kubelet of a Windows node leaves the options out. A pod that declares \`os.name: windows\` may not have
them at all, not even as an empty mapping, and HostProcess pods are no exception.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
