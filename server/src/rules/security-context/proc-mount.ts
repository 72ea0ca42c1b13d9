import { forbiddenField, inContainers, isUnfilled, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/proc-mount',
  title: 'procMount on a Windows container',
  fields: inContainers('securityContext.procMount'),
  says: 'Windows containers have no `/proc`, so `{0}: {1}` has nothing to mask or show.',
  accepted: isUnfilled,
  harmless: (field) => field.string === 'Default',
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `On Linux a container runtime hides parts of \`/proc\`, the kernel's filesystem of processes, and \`procMount\` says
whether it does. Windows has no such filesystem: programs ask the system itself for processes. A pod that declares
\`os.name: windows\` may not have the field at all, not even with the value \`Default\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
