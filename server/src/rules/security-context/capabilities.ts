import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/capabilities',
  code: 'KW1167',
  title: 'Linux capabilities on a Windows container',
  fields: inContainers('securityContext.capabilities'),
  message: '`{0}` {effect}: Windows does not support Linux capabilities.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => ['add', 'drop'].every((key) => !field.get(key)?.items().length),
  anyEntries: true,
  requiredByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `Capabilities divide the privileges of root on Linux; Windows accounts have different privileges, which no
manifest can set. \`drop: [ALL]\` is usually set for the Pod Security level \`restricted\`.

Since policy version 1.25, \`restricted\` does not require it for pods with \`os.name: windows\`, and the API server
rejects \`capabilities\` there, even empty. Set \`os.name: windows\` and remove the capabilities in the same change.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
});
