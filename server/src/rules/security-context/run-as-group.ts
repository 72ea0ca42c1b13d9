import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/run-as-group',
  title: 'runAsGroup on a Windows pod',
  fields: inSecurityContexts('runAsGroup'),
  says: 'Windows groups have names and no numbers, so `{0}: {1}` is none of them.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `A Windows process has no primary group with a number: its account decides which groups it is in, and access control
lists on files decide what that permits. Choose the account with \`windowsOptions.runAsUserName\`. A pod that declares
\`os.name: windows\` may not have the field at all, HostProcess pods included.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
