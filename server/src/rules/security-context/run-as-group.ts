import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/run-as-group',
  code: 'KW1174',
  title: 'runAsGroup on a Windows pod',
  fields: inSecurityContexts('runAsGroup'),
  message: '`{0}: {1}` {effect}: Windows does not use numeric group IDs.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `A Windows process does not have a numeric primary group. Its account determines its groups, and access control
lists (ACLs) determine what they can access. To choose the account, set \`windowsOptions.runAsUserName\`.

With \`os.name: windows\`, the API server rejects \`runAsGroup\`, even in HostProcess pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
