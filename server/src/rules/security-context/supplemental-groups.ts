import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups',
  title: 'supplementalGroups on a Windows pod',
  fields: ['spec.securityContext.supplementalGroups'],
  says: 'Windows groups have names and no numbers, so `{0}` adds a process to none of them.',
  accepted: (field) => !field.isSequence,
  harmless: (field) => field.items().length === 0,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `The list adds group numbers to the processes of a Linux container. On Windows the account of a process decides which
groups it is in, and \`windowsOptions.runAsUserName\` chooses the account. A pod that declares \`os.name: windows\` may not
have the field at all: even an empty list is refused, and HostProcess pods are no exception.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
