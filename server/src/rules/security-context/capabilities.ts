import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/capabilities',
  title: 'Linux capabilities on a Windows container',
  fields: inContainers('securityContext.capabilities'),
  says: 'Windows has no capabilities, so `{0}` neither adds nor drops any.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => ['add', 'drop'].every((key) => !field.get(key)?.items().length),
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `Capabilities divide the power of root on Linux. Windows accounts have privileges of another kind, which no manifest
sets. \`drop: [ALL]\` mostly stands in Windows pods because the Pod Security level \`restricted\` asks for it; from policy
version 1.25 on it asks no longer where the pod declares \`os.name: windows\`, and there the API server refuses the field,
even empty. So declare the operating system and remove the capabilities in one go.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
});
