import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups',
  code: 'KW1179',
  title: 'supplementalGroups on a Windows pod',
  fields: ['spec.securityContext.supplementalGroups'],
  message: '`{0}` {effect}: Windows does not use numeric group IDs.',
  accepted: (field) => !field.isSequence,
  harmless: (field) => field.items().length === 0,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `The list adds group IDs to the processes of a Linux container. On Windows, the account of a process determines
its groups: to choose the account, set \`windowsOptions.runAsUserName\`.

With \`os.name: windows\`, the API server rejects \`supplementalGroups\`, even if it is empty and even in HostProcess
pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
