import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/proc-mount',
  code: 'KW1172',
  title: 'procMount on a Windows container',
  fields: inContainers('securityContext.procMount'),
  message: '`{0}: {1}` {effect}: Windows containers do not have a `/proc` filesystem.',
  accepted: isUnfilled,
  harmless: (field) => field.string === 'Default',
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `On Linux, container runtimes hide parts of \`/proc\`, the filesystem with information about processes, and
\`procMount\` controls that. Windows does not have this filesystem: programs get information about processes from
system APIs.

With \`os.name: windows\`, the API server rejects the field, even with the value \`Default\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
