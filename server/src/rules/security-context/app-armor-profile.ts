import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/app-armor-profile',
  code: 'KW1166',
  title: 'AppArmor profile on a Windows pod',
  fields: inSecurityContexts('appArmorProfile'),
  message: '`{0}` {effect}: Windows does not support AppArmor.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  outcomes: rejectedOnceDeclared(
    '1.30',
    { effect: 'advice', case: 'the value does not enable anything', since: '1.30' },
    { effect: 'ignored', since: '1.30' },
  ),
  why: `AppArmor is a Linux kernel security module. The kubelet on a Windows node ignores the profile, so the
container runs as if the field were not set.

With \`os.name: windows\`, the API server rejects the field, even with the type \`Unconfined\` and in HostProcess
pods.`,
  sources: [
    docs.windowsIntro,
    docs.appArmor,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/kubelet.go: the check of AppArmor is added on Linux only'),
  ],
});
