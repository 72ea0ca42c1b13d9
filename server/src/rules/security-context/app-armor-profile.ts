import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/app-armor-profile',
  title: 'AppArmor profile on a Windows pod',
  fields: inSecurityContexts('appArmorProfile'),
  says: 'Windows has no AppArmor, so `{0}` confines nothing.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  outcomes: rejectedOnceDeclared(
    '1.30',
    { effect: 'advice', case: 'its value changes nothing', since: '1.30' },
    { effect: 'ignored', since: '1.30' },
  ),
  why: `AppArmor is a security module of the Linux kernel. The kubelet of a Windows node neither loads a profile nor asks
whether there is one, so that the container runs as if the field were not there. A pod that declares \`os.name: windows\`
may not have it at all, not even with the type \`Unconfined\`, and HostProcess pods are no exception.`,
  sources: [
    docs.windowsIntro,
    docs.appArmor,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/kubelet.go: the check of AppArmor is added on Linux only'),
  ],
});
